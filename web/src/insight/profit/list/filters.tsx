import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { type ProfitKey, profitFigure, profitKeys } from '@cheyi/domain/insight/profit/profit'
import { localDate } from '@cheyi/domain/time'
import { useModels } from '../../../fleet/model/parts/models.ts'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { useMay } from '../../../kernel/user.ts'
import { PickBox } from '../../../page/list/list-head.tsx'
import type { Filter, FilterProps } from '../../../page/list/list-page.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { Select, type SelectOption } from '../../../ui/field/select.tsx'
import { Chip } from '../../../ui/frame/chips.tsx'
import { monthsOf } from '../parts/sums.ts'

const groupings = [
  { value: 'car', label: '按车辆' },
  { value: 'model', label: '按车型' },
  { value: 'store', label: '按门店' },
  { value: 'ownership', label: '按权属' },
  { value: 'month', label: '按月' },
] as const

const spans = [
  { value: 'last', label: '上月' },
  { value: 'month', label: '本月' },
  { value: 'months3', label: '近3个整月' },
  { value: 'months12', label: '近12个整月' },
] as const

interface ChoiceProps extends FilterProps {
  readonly name: string
  readonly title: string
  readonly options: readonly SelectOption<string>[]
  /** A choice that is no filter: it is never without a value. */
  readonly always?: boolean
}

function Choice({ name, title, options, always, values, patch }: ChoiceProps) {
  const value = values[name] ?? ''
  return (
    <PickBox on={always === true || value !== options[0]?.value}>
      <Select title={title} value={value} options={options} onChange={(next) => patch({ [name]: next || undefined })} />
    </PickBox>
  )
}

/** What the rows are, cars or sums of groups of them, and of which months. */
const Months = (props: FilterProps) => (
  <>
    <Choice {...props} name="by" title="汇总" options={groupings} />
    <Choice {...props} name="when" title="月份" options={spans} always />
  </>
)

const today = () => localDate(Date.now())
const from: Filter<'from', string, 'when'> = {
  name: 'from',
  address: ['when'],
  read: ({ when }) => (when === 'last' || when === undefined ? undefined : monthsOf(when, today()).from),
  Field: Months,
  beside: true,
}
const to: Filter<'to', string, 'when'> = {
  ...from,
  name: 'to',
  read: ({ when }) => (when === 'last' || when === undefined ? undefined : monthsOf(when, today()).to),
  Field: () => null,
}

const useSorts = (): readonly SelectOption<string>[] => {
  const money = useMay('data.money')
  return profitKeys
    .filter((key) => money || !profitFigure(key).money)
    .map((value) => ({ value, label: `${profitFigure(value).label}从高到低` }))
}
const sort = pick('sort', '排序', '默认排序', useSorts, (text) =>
  profitKeys.find((key): key is ProfitKey => key === text),
)

const onlyNames = { losing: '只看亏损', idle: '只看未出租' } as const
export type Only = keyof typeof onlyNames
const only: Filter<'only', Only, 'only'> = {
  name: 'only',
  address: ['only'],
  read: (values) => (Object.keys(onlyNames) as Only[]).find((key) => key === values.only),
  // Chosen by a figure above the list; here it is seen, and cleared.
  Field({ values, patch }) {
    const chosen = only.read(values)
    return (
      chosen !== undefined && (
        <Chip on onRemove={() => patch({ only: undefined })}>
          {onlyNames[chosen]}
        </Chip>
      )
    )
  },
  beside: true,
}

const useModelOptions = () => useModels(useMay('model')).map(({ modelId, name }) => ({ value: modelId, label: name }))
const kinds = [
  { value: '0', label: '自营' },
  { value: '1', label: '托管挂靠' },
]

/** Which months and which part of the fleet: for cars and for groups of them. */
export const fleetFilters = [
  from,
  to,
  pick('storeId', '门店', '全部门店', useStoreOptions),
  pick('modelId', '车型', '全部车型', useModelOptions),
  pickCode('ownership', '权属', ownerships),
  pick(
    'entrusted',
    '经营',
    '全部经营',
    () => kinds,
    (text) => text === '1',
  ),
] as const

export const carFilters = [only, ...fleetFilters, sort] as const
