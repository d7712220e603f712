import type { Config } from './config.ts'

/** The address of one of our pages, for messages and QR codes; without `PUBLIC_URL` it is good on this machine alone. */
export const publicUrl = (
  { publicUrl: origin, port }: Pick<Config, 'publicUrl' | 'port'>,
  path: `/${string}`,
): string => `${origin ?? `http://127.0.0.1:${port}`}${path}`
