import { fileUses } from '@cheyi/domain/platform/media/codes'
import { formatLocal } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { pickFiles } from '../../../kernel/media/file-pick.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Answer } from '../../../page/answer.tsx'
import { Page } from '../../../page/page.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, Note } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { mediaScreens } from '../screens.ts'
import { useSending } from './use-sending.ts'

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
  if (sending.over || (read.error !== null && refusedAs('linkExpired')(read.error)))
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
