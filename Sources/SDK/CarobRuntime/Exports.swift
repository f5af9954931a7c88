@_exported import TraceVocabulary
