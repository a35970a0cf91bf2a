/**
 * The day on which the words of the terms were last changed: their version. Each payment names the one that its customer
 * accepted, so it changes with every change of the words.
 */
export const termsVersion = '2026-11-24'
