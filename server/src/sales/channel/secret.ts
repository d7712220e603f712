/** Columns with the secrets of channels, as names for the vault. */
export const SECRET_PLACE = 'channel_key.secret'
export const OLD_SECRET_PLACE = 'channel_key.old_secret'
