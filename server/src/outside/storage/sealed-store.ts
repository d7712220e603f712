import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { PART_BYTES } from '@cheyi/domain/platform/media/path'
import type { MediaStore } from '../../kernel/media-store.ts'
import { keyIdOf, type Vault, type Vaults } from '../../kernel/vault.ts'
import { type Files, isGone } from './files.ts'

export interface SignedLink {
  readonly path: string
  readonly variant: string
  readonly viewer: string
  readonly expires: string
  readonly signature: string
}

/** Whether a link is valid: it may have expired, or its signature may be wrong. */
export type LinkState = 'good' | 'expired' | 'forged'

const sign = (key: KeyObject, link: Omit<SignedLink, 'signature'>): string =>
  createHmac('sha256', key).update([link.path, link.variant, link.viewer, link.expires].join('\n')).digest('base64url')

const LINK = /^\/media\/([\w/.-]+)\?e=(\d+)&v=(full|thumb)&u=(\d+)&s=([\w-]+)$/

/** Magic bytes of an encrypted file; no picture, PDF or table begins with them. Older files are not encrypted and remain readable. */
export const SEALED = Buffer.from('\0CHEYI1\0', 'latin1')

/**
 * Uploaded files, each encrypted with the key of its merchant, whose id begins the path, and bound to its path; only
 * readable through signed links that expire. A file of at most 20 MB is decrypted as a whole; a larger one is stored in
 * parts, each encrypted separately and bound to its number, and its own path contains a description of the parts.
 */
export function sealedStore(
  files: Files,
  vaults: Pick<Vaults, 'merchant' | 'linkKeys'>,
): MediaStore & { judge(link: SignedLink, now: number): LinkState } {
  const write = async (path: string, bytes: Buffer) => {
    const vault = await vaultOf(vaults, path)
    await files.write(path, Buffer.concat([SEALED, vault.sealBytes(PLACE, path, bytes)]))
  }
  const read = async (path: string) => {
    const bytes = await files.read(path)
    if (!isSealed(bytes)) return bytes
    return (await vaultOf(vaults, path)).openBytes(PLACE, path, bytes.subarray(SEALED.length))
  }
  const judge = (link: SignedLink, now: number): LinkState => {
    const given = Buffer.from(link.signature)
    const signed = vaults.linkKeys().some((key) => {
      const expected = Buffer.from(sign(key, link))
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
    if (!signed) return 'forged'
    return Number(link.expires) * 1000 < now ? 'expired' : 'good'
  }
  const store: ReturnType<typeof sealedStore> = {
    async put(path, bytes, thumb) {
      await write(path, bytes)
      if (thumb !== null) await write(thumbPath(path), thumb)
    },
    async copy(from, to) {
      const thumb = await read(thumbPath(from)).catch((error: unknown) => {
        if (!isGone(error)) throw error
        return null
      })
      await store.put(to, await read(from), thumb)
    },
    read,
    putPart: (path, no, bytes) => write(partPath(path, no), bytes),
    readPart: (path, no) => read(partPath(path, no)),
    async join(path, file, thumb) {
      await store.put(path, Buffer.concat([IN_PARTS, Buffer.from(JSON.stringify(file))]), thumb)
    },
    async open(path) {
      const bytes = await read(path)
      if (!bytes.subarray(0, IN_PARTS.length).equals(IN_PARTS))
        return {
          size: bytes.length,
          mime: null,
          read: async function* (from, to) {
            yield bytes.subarray(from, to)
          },
        }
      const { size, mime } = JSON.parse(bytes.subarray(IN_PARTS.length).toString()) as { size: number; mime: string }
      return {
        size,
        mime,
        async *read(from, to) {
          for (let at = from; at < to; ) {
            const no = Math.floor(at / PART_BYTES)
            const begins = no * PART_BYTES
            const part = await store.readPart(path, no)
            const piece = part.subarray(at - begins, to - begins)
            if (piece.length === 0) throw new Error(`${path} is shorter than it says`)
            yield piece
            at += piece.length
          }
        },
      }
    },
    async removeParts(path, count) {
      for (let no = 0; no < count; no++) await files.remove(partPath(path, no))
    },
    async remove(path, parts) {
      await store.removeParts(path, parts ?? 0)
      await files.remove(path)
      await files.remove(thumbPath(path))
    },
    async *storedBefore(merchantId, before) {
      for await (const name of files.writtenBefore(before, `${merchantId}/`)) yield { name, path: pathOf(name) }
    },
    drop: ({ name }) => files.remove(name),
    link(path, { variant, viewer, now, seconds }) {
      // Rounded up to the minute, so that a page loaded twice gets the same address and the browser can use its cache.
      const expires = String(Math.ceil((now / 1000 + seconds) / 60) * 60)
      const signature = sign(vaults.linkKeys()[0]!, { path, variant, viewer, expires })
      return `/media/${path}?e=${expires}&v=${variant}&u=${viewer}&s=${signature}`
    },
    unlink(link, now) {
      const [, path, expires, variant, viewer, signature] = LINK.exec(link) ?? []
      if (path === undefined) return null
      if (judge({ path, expires, variant, viewer, signature } as SignedLink, now) !== 'good') return null
      // The remaining whole minutes are the lifetime of a link made just now.
      const seconds = Math.floor((Number(expires) - now / 1000) / 60) * 60
      return { path, variant: variant as 'full' | 'thumb', viewer: viewer!, seconds }
    },
    judge,
  }
  return store
}

/** The path of the thumbnail of a picture. */
export const thumbPath = (path: string): string => `${path}.thumb.webp`

/** All names under which the file of a path may be stored. */
export const namesOf = (path: string, parts: number): string[] => [
  path,
  thumbPath(path),
  ...Array.from({ length: parts }, (_, no) => partPath(path, no)),
]

const partPath = (path: string, no: number): string => `${path}.${String(no).padStart(4, '0')}`

/** The path whose file is stored under a name, among others. */
const pathOf = (name: string): string => name.replace(/\.thumb\.webp$|\.\d{4}$/, '')

/** Prefix of the content under the path of a file in parts. */
const IN_PARTS = Buffer.from('\0CHEYI-PARTS\0', 'latin1')

const PLACE = 'media'

const vaultOf = (vaults: Pick<Vaults, 'merchant'>, path: string): Promise<Vault> => {
  const [merchantId] = path.split('/', 1)
  if (!/^\d+$/.test(merchantId!)) throw new Error('a media path begins with its merchant')
  return vaults.merchant(merchantId!)
}

const isSealed = (bytes: Buffer): boolean => bytes.subarray(0, SEALED.length).equals(SEALED)

/**
 * Encrypts a stored file again if it is not encrypted or has an older key; names like `12/pickup/202612/x.jpg`.
 * @returns whether that was necessary
 */
export async function reseal(files: Files, vaults: Pick<Vaults, 'merchant'>, path: string): Promise<boolean> {
  const vault = await vaultOf(vaults, path)
  const bytes = await files.read(path)
  const sealed = bytes.subarray(SEALED.length)
  if (isSealed(bytes) && keyIdOf(sealed) === vault.keyId) return false
  const plain = isSealed(bytes) ? vault.openBytes(PLACE, path, sealed) : bytes
  await files.write(path, Buffer.concat([SEALED, vault.sealBytes(PLACE, path, plain)]))
  return true
}
