import './model-list.css'
import { carTypes, energies, gearboxes, isModelOff } from '@cheyi/domain/fleet/inventory/codes'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import { listPage, opens } from '../../../page/list/list-page.tsx'
import { Box } from '../../../ui/layout.tsx'
import { CarSilhouette } from '../../../ui/media/car-silhouette.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { useDepositGaps } from '../parts/deposit-gaps.tsx'
import { DepositGapsNotice } from '../parts/deposit-gaps-notice.tsx'
import { modelScreens } from '../screens.ts'

type Row = OutputOf<typeof calls.model.list>['list'][number]

export default listPage(modelScreens.list, {
  call: calls.model.list,
  noun: '车型',
  search: '品牌、车系、车型',
  filters: [chips('carType', '车型类别', carTypes)],
  keyOf: ({ modelId }) => modelId,
  Row: ModelCard,
  estimate: 104,
  Head: Gaps,
  open: ({ modelId }) => go(modelScreens.edit, { id: modelId }),
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

function ModelCard({ item: row, current }: { item: Row; current: boolean }) {
  const mayEdit = useMayWhole('model.edit')
  const { modelId, name, config, modelYear, carType, image, status, vehicleCount, seats, depositRent } = row
  const unset = useDepositGaps().some((gap) => gap.modelId === modelId)
  const depositWords = unset ? '未设押金' : depositRent === null ? '押金按规则' : `租车押金 ¥${yuan(depositRent)}`
  const facts = [
    carTypes.text(carType),
    `${seats}座`,
    gearboxes.text(row.gearbox),
    energies.text(row.energy),
    row.displacement,
  ]
  return (
    <RecordCard
      current={current}
      before={
        image ? (
          <img className="model-card-image" src={image} alt="" loading="lazy" decoding="async" />
        ) : (
          <CarSilhouette carType={carType} />
        )
      }
      title={
        <>
          {mayEdit ? (
            <Link to={modelScreens.edit} with={{ id: modelId }} className="card-link">
              {name}
            </Link>
          ) : (
            name
          )}
          {isModelOff(status) && <Tag>已停用</Tag>}
        </>
      }
    >
      <p className="num">{facts.filter(Boolean).join(' · ')}</p>
      {(modelYear || config) && (
        <p className="num">{[modelYear && `${modelYear}款`, config].filter(Boolean).join(' ')}</p>
      )}
      <p className="num">
        {vehicleCount}辆车 · {depositWords}
      </p>
    </RecordCard>
  )
}
