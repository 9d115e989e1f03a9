/** The vault's name as a consumer of the outbox. */
export const CONSUMER = 'vault'
