/** Where people write to: shown in the footer and wherever help is offered. */
export const contactAddress = 'hello@undersong.example'
