import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR } from '@cheyi/domain/time'
import { expect, it, vi } from 'vitest'
import { runMerchants } from '../../testing/jobs.ts'
import { photo, sendUpload, uploadPhotos } from '../../testing/upload.ts'
import { clerk, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()

const fileOf = (name: string) => join(t.kernel.config.mediaDir, w.merchantId, name)

/** A file that was last written so many hours ago. */
async function stored(name: string, hours: number): Promise<void> {
  await mkdir(dirname(fileOf(name)), { recursive: true })
  await writeFile(fileOf(name), 'bytes')
  const at = new Date(t.clock.now() - hours * HOUR)
  await utimes(fileOf(name), at, at)
}

const names = async () =>
  (await readdir(fileOf(''), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

it('deletes at night what is two days old and has no row, and nothing else', async () => {
  const [mediaId] = await uploadPhotos(t, 'pickup', 1, w.tokens.clerk)
  const { rows } = await t.root.query('select path from media where id = $1', [mediaId])
  const own = rows[0].path.slice(w.merchantId.length + 1)
  const kept = [own, `${own}.thumb.webp`, 'export/202601/result.csv', 'pickup/202601/young.jpg']
  for (const name of kept.slice(0, 3)) await stored(name, 72)
  await stored('pickup/202601/young.jpg', 47)
  await t.root.query(
    `insert into job (merchant_id, kind, account_id, state, file_path, file_until) select $1, 'orderExport', min(id), 2, $2, $3 from account where merchant_id = $1`,
    [w.merchantId, `${w.merchantId}/export/202601/result.csv`, new Date(t.clock.now() + 72 * HOUR)],
  )
  // A server ended before the row was there; in the middle of a file; between the row of a deleted file and its bytes.
  const strays = ['old.jpg', 'old.jpg.thumb.webp', 'film.mp4.0003', 'torn.jpg.part', 'deleted.jpg']
  for (const name of strays) await stored(`pickup/202601/${name}`, 49)
  await t.root.query(
    `insert into media (merchant_id, biz, kind, path, mime, size_bytes, sha256, uploader_id, state)
     select $1, 'pickup', 'image', $2, 'image/jpeg', 1, '', min(id), 4 from account where merchant_id = $1`,
    [w.merchantId, `${w.merchantId}/pickup/202601/deleted.jpg`],
  )
  expect(await names()).toEqual(expect.arrayContaining(strays))
  await runMerchants(t, 'strays')
  expect((await names()).toSorted()).toEqual(kept.map((name) => name.split('/').at(-1)!).toSorted())
})

it('answers 503 where the disk is full, and the repeat under the same key is kept', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  const put = vi.spyOn(t.kernel.media, 'put').mockRejectedValueOnce(full)
  const by = { ...clerk(), key: 'disk-full-upload' }
  const send = async () => sendUpload(t, { biz: 'pickup' }, await photo(), by)
  expect(await send()).toMatchObject({ httpStatus: 503, success: false })
  expect(await send()).toMatchObject({ httpStatus: 200, success: true })
  expect(put).toHaveBeenCalledTimes(2)
  put.mockRestore()
})
