import { createHmac, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MediaStore } from '../../kernel/media-store.ts'

export interface SignedLink {
  readonly path: string
  readonly variant: string
  readonly viewer: string
  readonly expires: string
  readonly signature: string
}

const sign = (key: Buffer, link: Omit<SignedLink, 'signature'>): string =>
  createHmac('sha256', key).update([link.path, link.variant, link.viewer, link.expires].join('\n')).digest('base64url')

const LINK = /^\/media\/([\w/.-]+)\?e=(\d+)&v=(full|thumb)&u=(\d+)&s=([\w-]+)$/

/** Files below a folder, read only through signed links that end. */
export function diskStore(
  folder: string,
  key: Buffer,
): MediaStore & { verify(link: SignedLink, now: number): boolean } {
  const fileOf = (path: string) => {
    if (!/^[\w/.-]+$/.test(path) || path.includes('..')) throw new Error('unexpected media path')
    return join(folder, path)
  }
  const write = async (file: string, bytes: Buffer) => {
    // Written beside and renamed, so that a crash leaves no half a picture under its name.
    await writeFile(`${file}.part`, bytes, { flush: true })
    await rename(`${file}.part`, file)
  }
  const verify = (link: SignedLink, now: number): boolean => {
    if (!/^\d+$/.test(link.expires) || Number(link.expires) * 1000 < now) return false
    const expected = Buffer.from(sign(key, link))
    const given = Buffer.from(link.signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
  return {
    async put(path, bytes, thumb) {
      const file = fileOf(path)
      await mkdir(dirname(file), { recursive: true })
      await write(file, bytes)
      if (thumb !== null) await write(thumbPath(file), thumb)
    },
    async copy(from, to) {
      const file = fileOf(to)
      await mkdir(dirname(file), { recursive: true })
      await link(fileOf(from), file)
      await link(thumbPath(fileOf(from)), thumbPath(file)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    },
    read: (path) => readFile(fileOf(path)),
    async remove(path) {
      await rm(fileOf(path), { force: true })
      await rm(thumbPath(fileOf(path)), { force: true })
    },
    link(path, { variant, viewer, now, seconds }) {
      // Rounded up to the minute, so that a page asked twice gets the same address and the browser its cache.
      const expires = String(Math.ceil((now / 1000 + seconds) / 60) * 60)
      const signature = sign(key, { path, variant, viewer, expires })
      return `/media/${path}?e=${expires}&v=${variant}&u=${viewer}&s=${signature}`
    },
    unlink(link, now) {
      const [, path, expires, variant, viewer, signature] = LINK.exec(link) ?? []
      if (path === undefined || !verify({ path, expires, variant, viewer, signature } as SignedLink, now)) return null
      // The whole minutes left are the lifetime of a link made just now.
      const seconds = Math.floor((Number(expires) - now / 1000) / 60) * 60
      return { path, variant: variant as 'full' | 'thumb', viewer: viewer!, seconds }
    },
    verify,
  }
}

/** The thumbnail beside its picture. */
export const thumbPath = (path: string): string => `${path}.thumb.webp`
