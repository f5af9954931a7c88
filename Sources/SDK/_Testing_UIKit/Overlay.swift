// Swift Testing declares that a file which imports both it and UIKit also imports this module; without it such a file
// does not compile. The platform's module adds image attachments, which are not implemented.
