// Translator: see CONTRACT.
