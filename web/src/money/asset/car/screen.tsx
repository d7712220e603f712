import { formatMoney, percent } from '@cheyi/domain/money'
import { assetStates, disposalTaxes, lacksFacts, waitsForDisposal } from '@cheyi/domain/money/asset/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { costScreens } from '../../../fleet/cost/screens.ts'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { linkTo, useMayWhole, useReach } from '../../../kernel/user.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, CardMore, Cell, MainButton, Note } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type AssetDetail, assetTones, type Disposal, type Loan } from '../parts/asset-words.ts'
import { assetScreens } from '../screens.ts'

const sheets = () => import('../parts/asset-sheets.tsx')

interface Of {
  readonly detail: AssetDetail
}

const marks = { success: 'success', neutral: 'neutral', warning: 'warning' } as const

/** A car as a fixed asset: its depreciation, loans and disposal, and what was posted of it. */
export default page(
  assetScreens.car,
  ({ vehicleId }) => {
    const [detail] = useAnswers(ask(calls.asset.detail, { vehicleId }))
    const { asset, disposal, posted } = detail
    return (
      <DetailPage
        state={{ text: assetStates.text(asset.state), mark: marks[assetTones[asset.state] as keyof typeof marks] }}
        subject={displayPlate(asset.plate)}
        note={[asset.modelName, asset.storeName].join(' · ')}
        acts={<Acts detail={detail} />}
        thing={
          <>
            {disposal !== null && <DisposalCard disposal={disposal} />}
            <Loans detail={detail} />
            {posted.length > 0 && <Posted posted={posted} />}
          </>
        }
        side={<Facts detail={detail} />}
      />
    )
  },
  { cards: 3, shape: 'detail' },
)

function Facts({ detail: { asset } }: Of) {
  const reach = useReach()
  const { boughtOn, cost, lifeMonths, residual, residualBp, monthly, depreciated, net, vehicleId, state } = asset
  const facts = [
    ['原值', formatMoney(cost)],
    ['启用日期', boughtOn ?? ''],
    ['使用寿命', lifeMonths === 0 ? '' : `${lifeMonths}个月`],
    ['预计残值', lifeMonths === 0 ? '' : `${formatMoney(residual)}（${percent(residualBp)}）`],
    ['折旧方法', lifeMonths === 0 ? '' : '年限平均法，从购置的次月起按月计提'],
    ['本月折旧', formatMoney(monthly)],
    ['累计折旧', formatMoney(depreciated)],
  ] as const
  return (
    <Card pad title="净值" extra={<Money fen={net} size="xl" />}>
      <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
      {lacksFacts(state) && (
        <Note top={8}>购置价和购置日期在车辆档案中填写，折旧在车辆费用的「每月费用与折旧」中添加</Note>
      )}
      <Cell label="车辆费用与折旧" {...linkTo(reach, costScreens.list, { id: vehicleId })} />
      <Cell label="车辆档案" {...linkTo(reach, inventoryScreens.detail, { id: vehicleId })} />
    </Card>
  )
}

function DisposalCard({ disposal }: { readonly disposal: Disposal }) {
  const { disposedOn, buyer, proceeds, taxKind, tax, net, gain, note, receivedOn, bookedOn, createdAt, createdByName } =
    disposal
  const facts = [
    ['处置日期', disposedOn],
    ['处置收入', formatMoney(proceeds)],
    ['计税方式', disposalTaxes.text(taxKind)],
    ['其中增值税', tax === 0 ? '' : formatMoney(tax)],
    ['处置时净值', formatMoney(net)],
    ['购买方', buyer],
    ['到账', receivedOn ?? (proceeds === 0 ? '' : '未到账')],
    ['入账', bookedOn ?? '未入账'],
    ['备注', note],
    ['登记', `${momentText(createdAt)} ${createdByName}`],
  ] as const
  return (
    <Card pad title={gain < 0 ? '处置损失' : '处置收益'} extra={<Money fen={Math.abs(gain)} />}>
      <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
    </Card>
  )
}

function Loans({ detail: { asset, loans } }: Of) {
  const may = useMayWhole('finance.reconcile')
  return (
    <Card
      title="贷款"
      extra={
        may && (
          <CardMore onClick={() => void open(sheets, 'LoanSheet', { vehicleId: asset.vehicleId })}>登记贷款</CardMore>
        )
      }
    >
      {loans.length === 0 && <Note pad={[4, 16, 16]}>没有贷款</Note>}
      {loans.map((loan) => (
        <LoanRows key={loan.loanId} loan={loan} may={may} />
      ))}
    </Card>
  )
}

function LoanRows({ loan, may }: { readonly loan: Loan; readonly may: boolean }) {
  const { lender, principal, takenOn, left, bookedOn, repayments } = loan
  return (
    <>
      <Cell
        label={lender}
        note={[`${takenOn} 放款 ${formatMoney(principal)}`, bookedOn === null ? '未入账' : `${bookedOn} 入账`].join(
          ' · ',
        )}
        extra={<Money fen={left} />}
        {...(may && left > 0 && { onClick: () => void open(sheets, 'RepaySheet', { loan }) })}
      />
      {repayments.map((repayment) => (
        <Cell
          key={repayment.repaymentId}
          label={`${repayment.paidOn} 还本金`}
          note={repayment.byName}
          extra={repayment.undone ? <Tag>已撤销</Tag> : <Money fen={repayment.amount} />}
          {...(may && !repayment.undone && { onClick: () => void open(sheets, 'RepayUndoSheet', { repayment }) })}
        />
      ))}
      {may && repayments.every(({ undone }) => undone) && (
        <Cell label="撤销这笔贷款登记" onClick={() => void open(sheets, 'LoanCancelSheet', { loan })} />
      )}
    </>
  )
}

function Posted({ posted }: { readonly posted: AssetDetail['posted'] }) {
  return (
    <Card title="已入账">
      {posted.map(({ month, cost, opening, depreciation }) => (
        <Cell
          key={month}
          label={`${month.slice(0, 7)} 折旧`}
          note={[cost !== 0 && `原值 ${formatMoney(cost)}`, opening !== 0 && `期初累计折旧 ${formatMoney(opening)}`]
            .filter(Boolean)
            .join(' · ')}
          extra={<Money fen={depreciation} />}
        />
      ))}
    </Card>
  )
}

function Acts({ detail }: Of) {
  const may = useMayWhole('finance.reconcile')
  const { asset, disposal } = detail
  const receive = useWrite(calls.asset.disposalReceive)
  if (!may) return null
  if (disposal === null)
    return waitsForDisposal(asset.state) ? (
      <ActionBar>
        <MainButton onClick={() => void open(sheets, 'DisposeSheet', { detail })}>登记处置</MainButton>
      </ActionBar>
    ) : null
  const { disposalId, version, receivedOn, proceeds } = disposal
  return (
    <ActionBar>
      <Button size="l" variant="text" onClick={() => void open(sheets, 'DisposalCancelSheet', { disposal })}>
        撤销处置
      </Button>
      {receivedOn === null && proceeds > 0 && (
        <MainButton loading={receive.pending} onClick={() => void receive.run({ disposalId, version })}>
          {`处置款 ${formatMoney(proceeds)} 已到账`}
        </MainButton>
      )}
    </ActionBar>
  )
}
