/** One action of the user, over all its retries. */
export interface Attempt {
  readonly key: string
  /** Content of the request, to tell a retry from another action. */
  readonly fingerprint: string
}

/** Returns the open attempt when the action is the same, else a new one with a new idempotency key. */
export function startAttempt(open: Attempt | null, input: unknown): Attempt {
  const fingerprint = JSON.stringify(input) ?? ''
  return open?.fingerprint === fingerprint ? open : { key: newKey(), fingerprint }
}

/** 128 random bits; crypto.randomUUID is missing on plain-http hosts. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
