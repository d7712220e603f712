import { payWays } from '@cheyi/domain/money/payment/codes'
import { CERTIFICATE_LEFT, type CheckupRow, checkupRows } from '@cheyi/domain/platform/lookup/checkup'
import type { ReactNode } from 'react'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { Answer, Page, page } from '../../../page/page.tsx'
import { Card, Cell, Note } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { certificateFault } from '../../merchant/parts/certificate-fault.ts'
import { lookupScreens } from '../screens.ts'

const titles: Readonly<Record<CheckupRow['about'], string>> = {
  backup: '每夜备份',
  proven: '每周试恢复',
  sms: '短信',
  clock: '本机时钟',
}

/** What an owner can see of the installation, with what to do where something is not well. */
export default page(lookupScreens.checkup, () => {
  const read = useRead(calls.lookup.checkup, {}, { freshFor: 0 })
  const mayPay = useMay('merchant.pay')
  const pay = useRead(calls.payment.channels, {}, { enabled: mayPay })
  return (
    <Page reading>
      <Answer of={read}>
        {(answer) => (
          <>
            <Card>
              {rowsOf(answer, read.dataUpdatedAt).map(({ about, isWell, advice, seen }) => (
                <State key={about} label={titles[about]} isWell={isWell} note={advice || seen} />
              ))}
            </Card>
            {mayPay && (
              <Card title="收款商户号">
                <Answer of={pay}>{({ list }) => <Channels list={list} now={answer.now} />}</Answer>
              </Card>
            )}
            <Note>服务器的磁盘、证书和数据库由安装系统的人员检查。</Note>
          </>
        )}
      </Answer>
    </Page>
  )
})

/** @param receivedAt by the clock of this device */
function rowsOf(answer: OutputOf<typeof calls.lookup.checkup>, receivedAt: number) {
  const { now, backups, sms } = answer
  const clockAheadMs = receivedAt - now
  const since = (at: number | null | undefined, what: string) => (at ? `最近一次${what}：${momentText(at)}` : '')
  const seen: Readonly<Record<CheckupRow['about'], string>> = {
    backup: since(backups?.newest, '备份'),
    proven: since(backups?.proven, '试恢复'),
    sms: since(sms.lastAt, '发出'),
    clock: '与服务器一致',
  }
  return checkupRows({ backups, sms, clockAheadMs }, now).map((row) => ({ ...row, seen: seen[row.about] }))
}

function State({ label, isWell, note }: { label: string; isWell: boolean | null; note: ReactNode }) {
  const [tone, text] =
    isWell === null
      ? (['neutral', '未知'] as const)
      : isWell
        ? (['success', '正常'] as const)
        : (['danger', '需处理'] as const)
  return <Cell label={label} note={note} extra={<Tag tone={tone}>{text}</Tag>} />
}

function Channels({ list, now }: { list: OutputOf<typeof calls.payment.channels>['list']; now: number }) {
  if (list.length === 0) return <Cell label="没有开通线上收款" />
  return list.map((channel) => {
    const { id, payWay, merchantNo, certificates } = channel
    const until = Math.max(...certificates.map(({ to }) => to))
    const fault =
      certificateFault(channel) ||
      (certificates.length > 0 && until - now < CERTIFICATE_LEFT && `平台证书 ${momentText(until)} 到期，还没有换新`)
    return <State key={id} label={`${payWays.text(payWay)} ${merchantNo}`} isWell={!fault} note={fault || ''} />
  })
}
