/** One action of the person, however often it has to be sent. */
export interface Attempt {
  readonly key: string
  /** What was sent, to tell a repeat from another action. */
  readonly fingerprint: string
}

/** The open attempt when it is the same action again, else a new one with a key of its own. */
export function startAttempt(open: Attempt | null, input: unknown): Attempt {
  const fingerprint = JSON.stringify(input) ?? ''
  return open?.fingerprint === fingerprint ? open : { key: newKey(), fingerprint }
}

/** 128 random bits; crypto.randomUUID is missing on plain-http hosts. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
