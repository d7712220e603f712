import type { Contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { signWay } from '@cheyi/domain/agreement/codes'
import { isPending } from '@cheyi/domain/agreement/steps'
import { formatMoment } from '@cheyi/domain/near'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { goTo } from '../../kernel/page/router.ts'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import type { Flow } from './flow.ts'

type Paper = OutputOf<Contract['agreement']['status']>[number]

interface ElectronicProps {
  flow: Flow
  /** What waits for its signature; none yet, or one that is over. */
  paper: Paper | undefined
  generate: typeof calls.agreement.generatePickup | typeof calls.agreement.generateReturn
}

/** The paper that is signed on a screen: made, then brought to the customer in one of three ways. */
export function ElectronicPaper({ flow, paper, generate }: ElectronicProps) {
  const make = useWrite(generate)
  const text = useWrite(calls.agreement.sendSms)
  const link = useWrite(calls.agreement.signLink)
  const { orderId } = flow.task.order

  async function produce() {
    const recordId = await flow.recordId()
    if (recordId === null) return
    if (await make.run({ orderId, recordId })) feedback.toast('合同已生成')
  }
  if (paper === undefined || !isPending(paper.status))
    return (
      <Button variant="primary" loading={make.pending} onClick={() => void produce()}>
        {paper === undefined ? '生成电子合同' : '重新生成电子合同'}
      </Button>
    )
  const { agreementId } = paper

  async function here() {
    const made = await link.run({ agreementId, way: signWay.here })
    if (made) goTo(made.path)
  }
  async function show() {
    const made = await link.run({ agreementId, way: signWay.qr })
    if (made) await open(() => import('./sign-qr-sheet.tsx'), { url: made.url })
  }
  async function send() {
    const sent = await text.run({ agreementId })
    if (sent) feedback.toast(`签署链接已发送（今日第${sent.smsCount}条）`)
  }
  return (
    <>
      <p className="handover-note num">
        合同编号 {paper.agreementNo}
        {paper.expireAt !== null && `，链接有效至 ${formatMoment(paper.expireAt, flow.now)}`}
      </p>
      <div className="agreement-ways">
        <Button variant="primary" icon="sign" loading={link.pending} onClick={() => void here()}>
          在此手机签署
        </Button>
        <Button icon="scan" loading={link.pending} onClick={() => void show()}>
          出示二维码
        </Button>
        <Button loading={text.pending} onClick={() => void send()}>
          短信发送
        </Button>
      </div>
      <div className="handover-between">
        {paper.pdfUrl && <PdfLink url={paper.pdfUrl} />}
        <Button size="s" variant="text" loading={make.pending} onClick={() => void produce()}>
          重新生成
        </Button>
      </div>
    </>
  )
}

export const PdfLink = ({ url }: { url: string }) => (
  <a className="handover-link" href={url} target="_blank" rel="noreferrer">
    查看合同（PDF）
  </a>
)
