import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { useQueryClient } from '@tanstack/react-query'
import { calls, keyOf, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Answer, Page } from '../../../page/page.tsx'
import { AsWritten } from '../../../platform/customer-link/parts/as-written.tsx'
import { BackToVisit } from '../../../platform/customer-link/parts/back-to-visit.tsx'
import { ShopHead } from '../../../platform/customer-link/parts/shop-head.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Notice, Stack } from '../../../ui/layout.tsx'
import { later } from '../../../ui/media/later.tsx'
import { sayMoment } from '../../../words/dates.ts'
import { isTranslated, joinWords, say } from '../../../words/words.ts'
import { FILE_LOOK } from '../parts/paper.ts'
import { agreementScreens } from '../screens.ts'

// The contract comes with its data, so that a slow phone shows who asks, and for what, before it.
const PaperView = later(async () => ({ default: (await import('../parts/paper-view.tsx')).PaperView }))
const SignCard = later(async () => ({ default: (await import('../parts/sign-card.tsx')).SignCard }))

type SignPage = OutputOf<typeof calls.agreement.signPage>

/** The page of a signing link: the document from top to bottom, then the signature. */
export default function AgreementSign() {
  const { t, self } = useScreen(agreementScreens.sign)
  const read = useRead(calls.agreement.signPage, { t }, { enabled: t !== '' })
  if (t === '' || (read.error !== null && isRefusedFor('linkExpired')(read.error)))
    return (
      <Page onBack={null}>
        <Empty title={say('链接已失效')} note={say('链接72小时内有效，合同重新生成后也会失效。请联系门店重新发送。')} />
      </Page>
    )
  return (
    <Page onBack={null}>
      <Answer of={read} cards={4} shape="detail">
        {(answer) => <Content page={answer} token={t} self={self} />}
      </Answer>
    </Page>
  )
}

function Content({ page, token, self }: { page: SignPage; token: string; self: string }) {
  const client = useQueryClient()
  const signed = isBinding(page.status)
  const printing = signed && page.file === 'printing'
  useRead(calls.agreement.signPage, { t: token }, { freshFor: 0, every: FILE_LOOK, enabled: printing })
  const reload = () => void client.invalidateQueries({ queryKey: keyOf(calls.agreement.signPage, { t: token }) })
  return (
    <>
      <ShopHead shop={page} />
      {page.cancelled ? (
        <Notice tone="danger">{say('订单已取消，本合同作废，无需签署')}</Notice>
      ) : signed ? (
        <>
          <Notice tone="success">{say('已于 {at} 签署完成', { at: sayMoment(page.signedAt ?? 0) })}</Notice>
          <BackToVisit self={self} primary />
        </>
      ) : (
        <Notice>
          <AsWritten>{page.merchantName}</AsWritten>
          {joinWords(
            '',
            say('请您签署以下合同。请完整阅读，特别注意加粗条款，在末尾签名。有效期至 {until}', {
              until: sayMoment(page.expireAt),
            }),
          )}
        </Notice>
      )}
      {printing && <Notice>{say('合同文件正在生成，稍后可在此下载')}</Notice>}
      {signed && page.pdfUrl && <Download url={page.pdfUrl} />}
      {isTranslated() && <Notice tone="primary">{say('合同以中文文本为准')}</Notice>}
      <Stack gap={12} lang="zh-CN" className="paper">
        <PaperView paper={page.paper} />
      </Stack>
      {page.cancelled ? null : signed ? (
        page.pdfUrl && <Download url={page.pdfUrl} />
      ) : (
        <SignCard page={page} token={token} onSigned={reload} />
      )}
    </>
  )
}

const Download = ({ url }: { url: string }) => (
  <a className="button button-outline button-l button-block" href={url} target="_blank" rel="noreferrer">
    {say('查看已签合同（PDF）')}
  </a>
)
