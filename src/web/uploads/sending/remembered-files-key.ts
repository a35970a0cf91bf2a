/** Versioned: a changed format gets a new key. Apart from what reads it, which few pages need. */
export const rememberedFilesKey = 'undersong.sending.1'
