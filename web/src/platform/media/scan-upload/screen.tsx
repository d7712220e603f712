import { fileUses } from '@cheyi/domain/platform/media/codes'
import { formatLocal } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, newKey, useRead } from '../../../kernel/call/calls.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { pickFiles } from '../../../kernel/media/file-pick.ts'
import { compressImage } from '../../../kernel/media/image.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'
import { currentTime } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Answer, Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, MainButton, Note } from '../../../ui/layout.tsx'
import { UploadGrid, type UploadItem } from '../../../ui/media/upload-grid.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { mediaScreens } from '../screens.ts'

/**
 * The page that the QR code opens on another phone: it uploads files to one slot of one order, and shows no data of
 * the order.
 */
export default function ScanUpload() {
  const { scanToken } = useScreen(mediaScreens.scanUpload)
  const read = useRead(calls.media.scanPage, { scanToken }, { enabled: scanToken !== '' })
  const sending = useSending(scanToken)
  if (scanToken === '')
    return (
      <Page>
        <Empty
          art="search"
          title="在需要凭证的地方扫码上传"
          note="收款、退款、押金、补款、补传和纸质合同处，点「用另一部手机上传」出示二维码"
        />
      </Page>
    )
  if (sending.over || (read.error !== null && isRefusedFor('linkExpired')(read.error)))
    return (
      <Page onBack={null}>
        <Empty title="二维码已过期，请刷新" note="请门店人员重新出示二维码后再扫码" />
      </Page>
    )
  const add = async (camera: boolean) =>
    sending.add(await pickFiles({ accept: camera ? 'image/*' : 'image/*,application/pdf', multiple: !camera, camera }))
  return (
    <Page
      onBack={null}
      footer={
        <ActionBar>
          <Button size="l" block icon="image" onClick={() => void add(false)}>
            选择文件
          </Button>
          <MainButton icon="camera" onClick={() => void add(true)}>
            拍照
          </MainButton>
        </ActionBar>
      }
    >
      <Answer of={read} shape="detail">
        {({ merchantName, orderTail, purpose, expireAt, most }) => (
          <>
            <Card pad>
              <KeyValue
                rows={[
                  { label: '传给', value: merchantName },
                  { label: '订单尾号', value: orderTail },
                  { label: '用途', value: fileUses[purpose] },
                  { label: '有效至', value: formatLocal(expireAt, 'HH:mm') },
                ]}
              />
            </Card>
            <Card pad title="本机已选">
              {sending.items.length === 0 ? (
                <Note>照片、PDF均可，最多{most}个，单张图片不超过20MB、PDF不超过10MB；传完后对方立即看到</Note>
              ) : (
                <UploadGrid items={sending.items} onRetry={sending.retry} />
              )}
              {sending.message && (
                <Note ink="danger" top={8} role="alert">
                  {sending.message}
                </Note>
              )}
            </Card>
          </>
        )}
      </Answer>
    </Page>
  )
}

interface Sent extends UploadItem {
  readonly file: File
}

const expired = isRefusedFor('linkExpired')

/**
 * Files that this phone uploads by a link. There is no account, so no file is stored on the phone: a file that is not
 * uploaded when the page is closed is lost.
 */
function useSending(scanToken: string) {
  const [items, setItems] = useState<readonly Sent[]>([])
  const [message, setMessage] = useState('')
  const [over, setOver] = useState(false)
  const change = (id: string, more: Partial<Sent>) =>
    setItems((all) => all.map((one) => (one.id === id ? { ...one, ...more } : one)))

  async function sendOne({ id, file }: Sent) {
    change(id, { status: 'uploading', progress: 0 })
    try {
      const input = { takenAt: file.lastModified || currentTime() }
      const headers = { 'x-scan-token': scanToken }
      const onProgress = (progress: number) => change(id, { progress })
      await sendFile(calls.media.scanUpload, input, file, { key: id, headers, onProgress })
      change(id, { status: 'done' })
    } catch (error) {
      change(id, { status: 'failed' })
      if (!(error instanceof CallFailure)) throw error
      if (expired(error)) setOver(true)
      setMessage(error.message)
    }
  }
  return {
    items,
    /** Message about the last failed file. */
    message,
    /** Whether the link has expired. */
    over,
    async add(files: readonly File[]) {
      setMessage('')
      for (const chosen of files) {
        const pdf = chosen.type === 'application/pdf'
        const file = pdf ? chosen : await compressImage(chosen).catch(() => null)
        if (file === null) {
          setMessage('仅支持图片和PDF')
          continue
        }
        const item: Sent = {
          id: newKey(),
          status: 'uploading',
          url: pdf ? undefined : URL.createObjectURL(file),
          file,
        }
        setItems((all) => [...all, item])
        await sendOne(item)
      }
    },
    retry(id: string) {
      const item = items.find((one) => one.id === id)
      if (item) void sendOne(item)
    },
  }
}
