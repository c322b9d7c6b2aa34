/** The kind of the notice that a view was sent: where a person wants it by mail, the mail with its sheet says the same. */
export const sentNotice = 'subscription.sent'
