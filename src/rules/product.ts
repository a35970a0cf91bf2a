/** The product's name and strapline, used wherever either is shown. */
export const productName = 'Undersong'
export const strapline = 'Sing Over Something Real'
/** Shown in the footer and wherever help is offered. */
export const contactAddress = 'hello@undersong.example'
