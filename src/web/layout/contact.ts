/** The contact email: shown in the footer, on error pages and in the copyright policy. */
export const contactAddress = 'hello@undersong.example'
