import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Unavailable } from '../../kernel/http/unavailable.ts'
import { fileInspector } from './inspect.ts'
import type { PictureJob } from './picture-process.ts'
import { openPictureProgram, type PictureProgram } from './pictures.ts'

const who = { merchantId: '1', accountId: '1' }
const soon = AbortSignal.timeout(60_000)

let folder: string
let source: string
let pictures: PictureProgram
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picture-'))
  source = join(folder, 'photo')
  await writeFile(
    source,
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer(),
  )
  pictures = openPictureProgram()
})
afterAll(async () => {
  pictures.close()
  await rm(folder, { recursive: true })
})

// Each write to /dev/full fails as on a full disk.
it('a picture that a full disk does not take is not called broken', async () => {
  const job: PictureJob = { source, target: '/dev/full', thumb: null, mime: 'image/jpeg' }
  expect(await pictures.run(job, who, soon)).toEqual({ ok: false, why: 'full' })
  const inspector = fileInspector({
    rewrite: (one, whose, signal) => pictures.run({ ...one, thumb: '/dev/full' }, whose, signal),
  })
  await expect(inspector.inspect('photo.jpg', source, who, soon)).rejects.toBeInstanceOf(Unavailable)
})

it('a broken picture is called so', async () => {
  const broken = join(folder, 'broken')
  await writeFile(broken, Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'))
  await expect(fileInspector({ rewrite: pictures.run }).inspect('photo.jpg', broken, who, soon)).rejects.toThrow(
    '图片已损坏',
  )
})
