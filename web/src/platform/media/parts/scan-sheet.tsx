import type { ScanPurpose } from '@cheyi/contract/platform/media'
import { formatLocal } from '@cheyi/domain/time'
import { useEffect, useEffectEvent, useState } from 'react'
import { calls, type OutputOf, send, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, MainButton, Note, Stack } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'

interface ScanSheetProps extends Asks<true> {
  readonly orderId: string
  readonly purpose: ScanPurpose
  readonly slot: string
  readonly made: OutputOf<typeof calls.media.scanCreate>
}

/** Polling interval in ms. Live events report new files immediately; polling covers a lost event stream. */
const LOOK = 3000

/** A QR code for another phone, and the files it has sent: each file is added to the form immediately. */
export default function ScanSheet({ orderId, purpose, slot, made, answer }: ScanSheetProps) {
  const [code, setCode] = useState(made)
  const { scanToken } = code
  const uploads = useUploads(purpose, { record: orderId })
  const now = useNow()
  const over = code.expireAt <= now
  const create = useWrite(calls.media.scanCreate)
  const remove = useWrite(calls.media.scanRemove)
  const { data, refetch } = useRead(calls.media.scanList, { scanToken }, { freshFor: 0, every: over ? false : LOOK })
  const files = data?.files ?? []
  const take = useEffectEvent(() => void uploads.keep(files, slot))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the response has changed.
  useEffect(() => take(), [data])
  // Closing the sheet makes the QR code invalid.
  useEffect(() => () => void send(calls.media.scanClose, { scanToken }).catch(() => {}), [scanToken])

  async function takeBack(mediaId: string) {
    if (!(await remove.run({ scanToken, mediaId }))) return
    const known = uploads.items.find(({ media }) => media?.mediaId === mediaId)
    if (known) uploads.remove(known.id)
    void refetch()
  }
  async function anew() {
    const next = await create.run({ orderId, purpose })
    if (next) setCode(next)
  }
  return (
    <OpenedSheet
      title="用另一部手机上传"
      footer={
        <MainButton onClick={() => answer(true)}>
          {files.length === 0 ? '关闭' : `完成（已收到 ${files.length} 个）`}
        </MainButton>
      }
    >
      <Stack gap={12} pad={[4, 0, 12]} align="center">
        {over ? (
          <Button icon="refresh" loading={create.pending} onClick={() => void anew()}>
            二维码已过期，请刷新
          </Button>
        ) : (
          <QrCode text={code.url} label="上传照片的二维码" />
        )}
        <Note text="center" num>
          用手机扫码，不用登录就能拍照或选择文件；{formatLocal(code.expireAt, 'HH:mm')} 前有效，关闭后立即失效
        </Note>
      </Stack>
      <div role="status">
        <UploadGrid
          items={files.map(({ mediaId, kind, thumbUrl, url }) => ({
            id: mediaId,
            status: 'done',
            url: kind === 'image' ? (thumbUrl ?? url) : undefined,
          }))}
          onRetry={() => {}}
          onRemove={(id) => void takeBack(id)}
        />
      </div>
    </OpenedSheet>
  )
}
