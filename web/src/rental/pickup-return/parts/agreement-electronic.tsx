import { type AgreementType, signWay } from '@cheyi/domain/rental/agreement/codes'
import { isPending } from '@cheyi/domain/rental/agreement/steps'
import { useState } from 'react'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isOnline, useOnline } from '../../../kernel/call/online.ts'
import { momentText } from '../../../kernel/now.ts'
import { confirm, open } from '../../../page/open.ts'
import { Button, Note, Notice, Row } from '../../../ui/layout.tsx'
import type { Paper } from '../../agreement/parts/paper.ts'
import { PaperFile } from '../../agreement/parts/paper-file.tsx'

/** Polling interval in ms while the customer has the signing link. */
const LOOK = 3_000

/** A document to be signed, with its order and the way to create it. */
export interface PaperToSign {
  readonly orderId: string
  /** Display name. */
  readonly name: string
  readonly type: AgreementType
  /** Selects one of several documents of this type; the newest when left out. */
  readonly agreementId?: string | undefined
  /** Number of its pictures that are not on the server yet. */
  readonly unsent: number
  /**
   * Creates it from the known facts, or from photographed pages signed by hand.
   * @returns null on failure, after an error message was shown
   */
  readonly make: (photoIds?: readonly string[]) => Promise<{ readonly agreementId: string } | null>
  readonly making: boolean
  /** Called with the signature when the customer signed on this screen. */
  readonly signed: (hand: Blob) => Promise<void>
}

interface ElectronicProps {
  readonly of: PaperToSign
  /** The document with a pending signature; undefined when none exists or the last one has ended. */
  readonly paper: Paper | undefined
}

/** The pending document; it is created when none exists or a new one is requested. @returns its id; null when it could not be created */
async function waitingOf({ of, paper }: ElectronicProps, anew = false): Promise<string | null> {
  if (!anew && paper !== undefined && isPending(paper.status)) return paper.agreementId
  const made = await of.make()
  if (made && anew) feedback.toast('合同已重新生成')
  return made?.agreementId ?? null
}

/** The document as a file for signing by hand: printed at the counter and photographed once signed. */
export function PaperToPrint(props: ElectronicProps) {
  return props.paper !== undefined && isPending(props.paper.status) ? (
    <PaperFile paper={props.paper} words="打印合同（PDF）" />
  ) : (
    <Button size="s" icon="document" loading={props.of.making} onClick={() => void waitingOf(props)}>
      生成合同以打印
    </Button>
  )
}

/** The document signed on a screen, this one or the customer's; created on first use. */
export function ElectronicPaper(props: ElectronicProps) {
  const { of, paper } = props
  const { orderId } = of
  const text = useWrite(calls.agreement.sendSms)
  const link = useWrite(calls.agreement.signLink)
  const revoke = useWrite(calls.agreement.revokeLink)
  // Live events do not refresh the data of an open form, so the status is polled.
  const isSent = paper !== undefined && isPending(paper.status) && paper.expireAt !== null
  useRead(calls.agreement.status, { orderId }, { freshFor: 0, every: LOOK, enabled: isSent })

  const online = useOnline()
  /** The action to repeat when the document could not be created: a toast disappears before the customer has read it. */
  const [failed, setFailed] = useState<{ readonly again: () => Promise<void>; readonly offline: boolean }>()
  const isBack = failed?.offline === true && online
  async function waiting(again: () => Promise<void>, anew = false): Promise<string | null> {
    setFailed(undefined)
    const agreementId = await waitingOf(props, anew)
    if (agreementId === null) setFailed({ again, offline: !isOnline() })
    return agreementId
  }
  async function here() {
    const agreementId = await waiting(here)
    const made = agreementId && (await link.run({ agreementId, way: signWay.here }))
    const hand = made && (await open(() => import('./sign-here-sheet.tsx'), { path: made.path }))
    if (!hand) return
    await of.signed(hand)
  }
  async function show() {
    const agreementId = await waiting(show)
    const made = agreementId && (await link.run({ agreementId, way: signWay.qr }))
    if (made) await open(() => import('./sign-qr-sheet.tsx'), { url: made.url, orderId, agreementId })
  }
  async function renew() {
    await waiting(renew, true)
  }
  async function send() {
    const agreementId = await waiting(send)
    const sent = agreementId && (await text.run({ agreementId }))
    if (sent) feedback.toast(`签署链接已发送（今日第${sent.smsCount}条）`)
  }
  async function close(agreementId: string) {
    const sure = await confirm({
      title: '作废签署链接？',
      body: '已发出的短信和二维码立即打不开，合同不变，可重新出示或发送',
      confirm: '作废链接',
    })
    if (sure && (await revoke.run({ agreementId }))) feedback.toast('签署链接已作废')
  }
  const busy = of.making || link.pending
  return (
    <>
      {failed && !busy && !isBack && (
        <Notice tone="danger" action={{ label: '重试', onClick: () => void failed.again() }}>
          {failed.offline ? '网络断开，合同未生成' : '合同未生成'}
        </Notice>
      )}
      {of.unsent > 0 && <Notice>还有 {of.unsent} 张照片在上传，传完后再签，合同才附有全部照片</Notice>}
      <Button variant="tint" icon="sign" loading={busy} onClick={() => void here()}>
        请客户在此签署
      </Button>
      <div className="agreement-ways">
        <Button size="s" icon="scan" loading={busy} onClick={() => void show()}>
          出示二维码
        </Button>
        <Button size="s" loading={busy || text.pending} onClick={() => void send()}>
          短信发送
        </Button>
      </div>
      {paper !== undefined && isPending(paper.status) && (
        <>
          <Note num>
            合同编号 {paper.agreementNo}
            {paper.expireAt !== null && `，链接有效至 ${momentText(paper.expireAt)}`}
          </Note>
          <Row gap={12} justify="between">
            <PaperFile paper={paper} />
            {paper.expireAt !== null && (
              <Button size="s" variant="text" loading={revoke.pending} onClick={() => void close(paper.agreementId)}>
                作废链接
              </Button>
            )}
            <Button size="s" variant="text" loading={busy} onClick={() => void renew()}>
              重新生成
            </Button>
          </Row>
        </>
      )}
    </>
  )
}
