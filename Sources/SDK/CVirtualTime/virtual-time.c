// carob virtual time
