import '../parts/paper.css'
import { agreementStatuses, agreementTypes, isPack } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { useState } from 'react'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { pickFiles } from '../../../kernel/media/file-pick.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Answer, Page } from '../../../page/page.tsx'
import { AsWritten } from '../../../platform/customer-link/parts/as-written.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { sayMoment } from '../../../words/dates.ts'
import { say, translate } from '../../../words/words.ts'
import { agreementScreens } from '../screens.ts'

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The page of a document's QR code: whether a copy is genuine. A file is compared in the browser and not uploaded. */
export default function AgreementVerify() {
  const { c } = useScreen(agreementScreens.verify)
  const read = useRead(calls.agreement.verify, { c }, { enabled: c !== '' })
  const [compared, setCompared] = useState<{ readonly name: string; readonly digest: string }>()

  async function compare() {
    const [file] = await pickFiles({ accept: 'application/pdf', multiple: false, camera: false })
    if (!file) return
    setCompared({ name: file.name, digest: hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())) })
  }
  if (c === '' || (read.error !== null && isRefusedFor('notFound')(read.error)))
    return (
      <Page onBack={null}>
        <Empty
          title={say('没有这份合同')}
          note={say('请扫描合同首页的二维码；若确由二维码打开，该文件不是由本系统生成。')}
        />
      </Page>
    )
  return (
    <Page onBack={null}>
      <Answer of={read} cards={2} shape="detail">
        {(paper) => (
          <>
            <Notice tone={isBinding(paper.status) ? 'success' : 'warning'}>
              <AsWritten>{paper.merchantName}</AsWritten>
              {say('的')}
              {translate(agreementTypes.text(paper.type))}
              {say('，')}
              {standing(paper)}
            </Notice>
            <Card pad title={translate(agreementTypes.text(paper.type))}>
              <KeyValue
                rows={[
                  { label: say('编号'), value: paper.agreementNo },
                  { label: say('状态'), value: standing(paper) },
                  { label: say('生成时间'), value: sayMoment(paper.createdAt) },
                  {
                    label: isPack(paper.type) ? say('签章时间') : say('签署时间'),
                    value: paper.signedAt === null ? '—' : sayMoment(paper.signedAt),
                  },
                  ...(paper.selfIssued === null
                    ? []
                    : [{ label: say('签名证书'), value: paper.selfIssued ? say('商家自签发') : say('认证机构签发') }]),
                ]}
              />
            </Card>
            <Card pad title={say('摘要（SHA-256）')}>
              <KeyValue
                rows={[
                  { label: say('内容'), value: <code>{paper.contentSha256}</code> },
                  ...(isPack(paper.type) || paper.pdfSha256 === null
                    ? []
                    : [{ label: say('签署前文件'), value: <code>{paper.pdfSha256}</code> }]),
                  { label: say('已签文件'), value: <code>{paper.signedSha256 ?? '—'}</code> },
                ]}
              />
            </Card>
            <Card pad title={say('核对文件')}>
              <Stack gap={16}>
                <Note>{say('选择您手中的 PDF，在本机计算摘要并比较，文件不会上传。')}</Note>
                <Button icon="document" onClick={() => void compare()}>
                  {compared === undefined ? say('选择 PDF 文件') : say('换一个文件')}
                </Button>
                {compared !== undefined && (
                  <>
                    <Note>{compared.name}</Note>
                    <Verdict digest={compared.digest} of={paper} />
                  </>
                )}
              </Stack>
            </Card>
          </>
        )}
      </Answer>
    </Page>
  )
}

/** An evidence pack is signed by the merchant only. */
const standing = ({ type, status }: Pick<OutputOf<typeof calls.agreement.verify>, 'type' | 'status'>): string =>
  isPack(type) ? say('商家已签章') : translate(agreementStatuses.text(status))

function Verdict({ digest, of }: { digest: string; of: { pdfSha256: string | null; signedSha256: string | null } }) {
  if (digest === of.signedSha256) return <Notice tone="success">{say('与已签文件一致，未被改动')}</Notice>
  if (digest === of.pdfSha256) return <Notice tone="success">{say('与签署前的文件一致，未被改动')}</Notice>
  return <Notice tone="danger">{say('与本文件不一致')}</Notice>
}
