import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const ITERATIONS = 4096

/** What PostgreSQL stores for a password (SCRAM-SHA-256, RFC 5803): whoever reads it cannot sign in with it. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest()
  const text = (bytes: Buffer) => bytes.toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${text(salt)}$${text(stored)}:${text(keyed('Server Key'))}`
}
