import type { Config } from './config.ts'

/** The address of one of our pages, for messages and QR codes. Without `PUBLIC_URL` it works on this machine only. */
export const publicUrl = (
  { publicUrl: origin, port }: Pick<Config, 'publicUrl' | 'port'>,
  path: `/${string}`,
): string => `${origin ?? `http://127.0.0.1:${port}`}${path}`
