import { bankLineStates } from '@cheyi/domain/money/bank/codes'
import { isOpenBankLine, isOutsideBankLine, isTrade } from '@cheyi/domain/money/bank/line'
import { formatDateTime } from '@cheyi/domain/time'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Button, Card, Cell, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { bankScreens } from '../screens.ts'
import { movedText } from './bank-line.ts'

const endSheets = () => import('./end-sheets.tsx')

type Detail = OutputOf<typeof calls.bank.detail>

/** A line of a statement: what it says, what it is matched to or may be, and what may be done with it. */
export default function LineSheet({ lineId, answer }: { readonly lineId: string } & Asks<true>) {
  const detail = useRead(calls.bank.detail, { lineId })
  const line = detail.data
  const mayMatch = useMayWhole('finance.reconcile')
  const include = useWrite(calls.bank.include, { onDone: () => answer(true) })
  async function act(sheet: Promise<unknown>) {
    if (await sheet) answer(true)
  }
  const isFree = line !== undefined && isOpenBankLine(line.state) && !isTrade(line.nature)
  const choose = () => {
    answer(true)
    go(bankScreens.entries, { lineId })
  }
  return (
    <OpenedSheet
      title={line === undefined ? '银行流水' : movedText(line.fen)}
      footer={
        line === undefined || !mayMatch ? undefined : (
          <>
            {isFree && (
              <>
                <Button size="l" onClick={() => void act(open(endSheets, 'OutsideSheet', { line }))}>
                  账外
                </Button>
                <Button size="l" onClick={choose}>
                  选择账簿记录
                </Button>
              </>
            )}
            {line.match !== null && (
              <Button
                size="l"
                variant="danger"
                onClick={() => void act(open(endSheets, 'UndoSheet', { match: line.match! }))}
              >
                撤销匹配
              </Button>
            )}
            {isOutsideBankLine(line.state) && (
              <Button
                size="l"
                loading={include.pending}
                onClick={() => void include.run({ lineId, version: line.version })}
              >
                恢复为待匹配
              </Button>
            )}
          </>
        )
      }
    >
      <Answer of={detail}>
        {(shown) => (
          <Stack gap={12}>
            <Facts line={shown} />
            {shown.match !== null && <Matched match={shown.match} lineId={lineId} />}
            {isOpenBankLine(shown.state) &&
              (isTrade(shown.nature) ? (
                <Notice>收退款和手续费按天与渠道账单核对，当天账单相符后自动匹配</Notice>
              ) : (
                <Proposals line={shown} mayMatch={mayMatch} onDone={() => answer(true)} />
              ))}
          </Stack>
        )}
      </Answer>
    </OpenedSheet>
  )
}

function Facts({ line }: { readonly line: Detail }) {
  const { day, at, accountName, party, partyTail, note, lineNo, state, reason, balance } = line
  const facts = [
    ['状态', bankLineStates.text(state), isOutsideBankLine(state) ? reason : ''],
    ['日期', at === null ? day : formatDateTime(at), ''],
    ['账户', accountName, ''],
    ['对方', party, partyTail && `尾号${partyTail}`],
    ['摘要', note, ''],
    ['流水号', lineNo, ''],
    ['余额', balance === null ? '' : <Money fen={balance} key="balance" />, ''],
  ] as const
  return (
    <KeyValue
      rows={facts.flatMap(([label, value, more]) => (value === '' ? [] : [{ label, value, note: more || undefined }]))}
    />
  )
}

function Matched({ match, lineId }: { readonly match: NonNullable<Detail['match']>; readonly lineId: string }) {
  const { lines, lineCount, entries, entryCount, byRule, byName, at, reason } = match
  const others = lines.filter((line) => line.lineId !== lineId)
  return (
    <Card title={byRule ? '自动匹配' : '已匹配'}>
      <Note pad={[0, 12, 8]}>{`${reason} · ${formatDateTime(at)}${byRule ? '' : ` ${byName}`}`}</Note>
      {entries.map(({ txnId, day, fen, what }) => (
        <Cell key={txnId} label={what} note={`账簿 ${day}`} extra={<Money fen={fen} />} />
      ))}
      {others.map((line) => (
        <Cell
          key={line.lineId}
          label={line.party || line.note || line.accountName}
          note={`${line.accountName} ${line.day}`}
          extra={<Money fen={line.fen} />}
        />
      ))}
      {(lineCount > lines.length || entryCount > entries.length) && (
        <Note pad={[8, 12]}>{`共 ${lineCount} 笔流水、${entryCount} 笔账簿记录`}</Note>
      )}
    </Card>
  )
}

function Proposals({
  line,
  mayMatch,
  onDone,
}: {
  readonly line: Detail
  readonly mayMatch: boolean
  readonly onDone: () => void
}) {
  const match = useWrite(calls.bank.match, {
    onDone: () => {
      feedback.toast('已匹配')
      onDone()
    },
  })
  if (line.proposals.length === 0)
    return <Notice>没有金额相符的账簿记录；确有对应的，选择账簿记录，与这些账无关的标记为账外</Notice>
  return (
    <Card title="可能是">
      {line.proposals.map(({ lineIds, txnIds, arrived, charge, what, reason }) => (
        <Cell
          key={[...lineIds, ...txnIds, arrived?.storeId, arrived?.account, what].join()}
          label={what}
          note={reason}
          extra={
            mayMatch && (
              <Button
                size="s"
                variant="primary"
                loading={match.pending}
                onClick={() => void match.run({ lineIds, txnIds, ...(arrived && { arrived }), charge })}
              >
                匹配
              </Button>
            )
          }
        />
      ))}
    </Card>
  )
}
