/** The outbox knows the vault by this name. */
export const CONSUMER = 'vault'
