@_exported import DeviceTestSupport
