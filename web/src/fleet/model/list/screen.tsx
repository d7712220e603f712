import { carTypes, energies, gearboxes, isModelOff } from '@cheyi/domain/fleet/inventory/codes'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, opens } from '../../../page/list/list-page.tsx'
import { Box } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { useDepositGaps } from '../parts/deposit-gaps.tsx'
import { DepositGapsNotice } from '../parts/deposit-gaps-notice.tsx'
import { modelScreens } from '../screens.ts'

type Model = OutputOf<typeof calls.model.list>['list'][number]

export default listPage(modelScreens.list, {
  call: calls.model.list,
  noun: '车型',
  search: '品牌、车系、车型',
  filters: [chips('carType', '车型类别', carTypes)],
  keyOf: ({ modelId }) => modelId,
  columns: useModelColumns,
  unit: '款',
  Head: Gaps,
  link: (reach, { modelId }) => linkTo(reach, modelScreens.edit, { id: modelId }),
  useAdd: opens(modelScreens.edit, { id: '0' }),
  empty: { note: '可从平台车型库复制，或自己填写' },
})

function Gaps() {
  if (useDepositGaps().length === 0) return null
  return (
    <Box pad={[0, 12, 10]}>
      <DepositGapsNotice />
    </Box>
  )
}

/** A photo of the model, or a drawing of its type. */
const Picture = ({ item: { image, carType } }: { readonly item: Model }) => (
  <CarPicture image={image} carType={carType} />
)

function useModelColumns(): readonly ListColumn<Model>[] {
  const gaps = useDepositGaps()
  return [
    { key: 'picture', title: '', kind: 'picture', Picture },
    { key: 'name', title: '车型', kind: 'text', width: 160, card: 'title', of: ({ name }) => name },
    {
      key: 'state',
      title: '状态',
      kind: 'tag',
      width: 88,
      of: ({ modelId, status }) => [
        isModelOff(status) && { text: '已停用', tone: 'neutral' },
        gaps.some((gap) => gap.modelId === modelId) && { text: '未设押金', tone: 'warning' },
      ],
    },
    { key: 'type', title: '类别', kind: 'text', width: 72, card: 'plate', of: ({ carType }) => carTypes.text(carType) },
    { key: 'seats', title: '座位', kind: 'text', width: 56, card: 'plate', of: ({ seats }) => `${seats}座` },
    {
      key: 'gearbox',
      title: '变速箱',
      kind: 'text',
      width: 72,
      card: 'plate',
      of: ({ gearbox }) => gearboxes.text(gearbox),
    },
    { key: 'energy', title: '能源', kind: 'text', width: 72, card: 'plate', of: ({ energy }) => energies.text(energy) },
    { key: 'size', title: '排量', kind: 'text', width: 64, card: 'plate', of: ({ displacement }) => displacement },
    { key: 'year', title: '年款', kind: 'text', width: 72, of: ({ modelYear }) => !!modelYear && `${modelYear}款` },
    { key: 'config', title: '配置', kind: 'text', of: ({ config }) => config },
    { key: 'cars', title: '车辆', kind: 'number', unit: '辆', width: 64, of: ({ vehicleCount }) => vehicleCount },
    { key: 'rent', title: '押金', kind: 'money', card: 'meta', of: ({ depositRent }) => depositRent },
    {
      key: 'violation',
      title: '违章押金',
      kind: 'money',
      card: 'none',
      of: ({ depositViolation }) => depositViolation,
    },
  ]
}
