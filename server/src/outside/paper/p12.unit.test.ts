import * as pki from 'pkijs'
import { expect, it } from 'vitest'
import { P12_PASSWORD, p12Files } from '../../testing/p12-files.ts'
import { openP12, P12Problem } from './p12.ts'

const password = new TextEncoder().encode(P12_PASSWORD).buffer as ArrayBuffer
const good = () => pki.PFX.fromBER(Uint8Array.from(Buffer.from(p12Files.good, 'base64')).buffer)
const bytesOf = (pfx: pki.PFX) => Buffer.from(pfx.toSchema().toBER())
const TOO_MANY = 8_000_000

/** A file whose first cipher asks for so many rounds, with a right code over the whole. */
async function asking(rounds: number): Promise<Buffer> {
  const pfx = good()
  await pfx.parseInternalValues({ password, checkIntegrity: true })
  const [first] = pfx.parsedValue!.authenticatedSafe!.safeContents
  const sealed = new pki.EncryptedData({ schema: first!.content })
  const { contentEncryptionAlgorithm } = sealed.encryptedContentInfo
  const cipher = new pki.PBES2Params({ schema: contentEncryptionAlgorithm.algorithmParams })
  const derivation = new pki.PBKDF2Params({ schema: cipher.keyDerivationFunc.algorithmParams })
  derivation.iterationCount = rounds
  cipher.keyDerivationFunc.algorithmParams = derivation.toSchema()
  contentEncryptionAlgorithm.algorithmParams = cipher.toSchema()
  first!.content = sealed.toSchema()
  const hash = { pbkdf2HashAlgorithm: 'SHA-256', hmacHashAlgorithm: 'SHA-256' }
  await pfx.makeInternalValues({ password, iterations: 2048, ...hash })
  return bytesOf(pfx)
}

it('refuses a file that asks for minutes of hashing before any of it is done', async () => {
  const ofCode = good()
  ofCode.macData!.iterations = TOO_MANY
  for (const bytes of [bytesOf(ofCode), await asking(TOO_MANY)])
    await expect(openP12(bytes, P12_PASSWORD)).rejects.toEqual(new P12Problem('rounds'))
  expect((await openP12(Buffer.from(p12Files.good, 'base64'), P12_PASSWORD)).chain).toBeDefined()
  // With rounds that the cipher was not made by, the same file is only of a wrong cipher.
  await expect(openP12(await asking(1000), P12_PASSWORD)).rejects.toMatchObject({ fault: 'cipher' })
})
