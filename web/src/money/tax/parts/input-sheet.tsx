import { formatMoney } from '@cheyi/domain/money'
import { inputKinds, inputStates } from '@cheyi/domain/money/tax/codes'
import { inputSteps } from '@cheyi/domain/money/tax/input'
import { startsAt } from '@cheyi/domain/step'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, MainButton, Notice } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { TaxInput } from './input-words.ts'

interface Of {
  readonly input: TaxInput
}

/** A supplier's invoice, and whether it is deducted. */
export default function InputSheet({ input, answer }: Of & Asks<true>) {
  const { code, number, kind, seller, sellerTaxNo, issuedOn, net, tax, gross, state, month, note, operatorName } = input
  const facts = [
    ['抵扣', [inputStates.text(state), month?.slice(0, 7)].filter(Boolean).join(' ')],
    ['票种', inputKinds.text(kind)],
    ['发票号码', `${code} ${number}`.trim()],
    ['开票日期', issuedOn],
    ['销售方税号', sellerTaxNo],
    ['金额', formatMoney(net)],
    ['税额', formatMoney(tax)],
    ['价税合计', formatMoney(gross)],
    ['备注', note],
    ['登记人', operatorName],
  ] as const
  return (
    <OpenedSheet title={seller || '进项发票'} footer={<Acts input={input} onDone={() => answer(true)} />}>
      {gross < 0 && <Notice>红字发票，勾选后冲减当月进项税额</Notice>}
      <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
    </OpenedSheet>
  )
}

function Acts({ input, onDone }: Of & { readonly onDone: () => void }) {
  const { inputId, version, state } = input
  const may = useMayWhole('finance.reconcile')
  const takeBack = useWrite(calls.tax.inputTakeBack, { onDone })
  const exclude = useWrite(calls.tax.inputExclude, { onDone })
  const include = useWrite(calls.tax.inputInclude, { onDone })
  if (!may) return null
  const at = { inputId, version }
  async function act(sheet: Promise<unknown>) {
    if (await sheet) onDone()
  }
  return (
    <>
      {startsAt(inputSteps, 'void', state) && (
        <Button size="l" variant="danger" onClick={() => void act(open(() => import('./void-sheet.tsx'), { input }))}>
          作废
        </Button>
      )}
      {startsAt(inputSteps, 'exclude', state) && (
        <Button size="l" loading={exclude.pending} onClick={() => void exclude.run(at)}>
          不抵扣
        </Button>
      )}
      {startsAt(inputSteps, 'include', state) && (
        <Button size="l" loading={include.pending} onClick={() => void include.run(at)}>
          改为抵扣
        </Button>
      )}
      {startsAt(inputSteps, 'takeBack', state) && (
        <Button size="l" loading={takeBack.pending} onClick={() => void takeBack.run(at)}>
          撤销勾选
        </Button>
      )}
      {startsAt(inputSteps, 'choose', state) && (
        <MainButton onClick={() => void act(open(() => import('./choose-sheet.tsx'), { inputs: [input] }))}>
          勾选抵扣
        </MainButton>
      )}
    </>
  )
}
