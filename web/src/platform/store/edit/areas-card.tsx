import './store-edit.css'
import { MAX_AREAS, MAX_RADIUS_KM } from '@cheyi/domain/platform/store/area-shape'
import { useState } from 'react'
import { FieldNote } from '../../../form/field-row.tsx'
import { errorOf, type FormField } from '../../../form/form-field.ts'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Card, IconButton, MainButton, Note, Row } from '../../../ui/layout.tsx'
import { Sheet } from '../../../ui/modal/sheet.tsx'
import { areaWords } from '../parts/map/points.ts'
import { WindowList } from './hours-card.tsx'
import { type Area, areaHoursWords, areaKindWords, areasWords, hoursProblem, type StoreDetail } from './store-form.ts'

const kinds = Object.entries(areaKindWords).map(([value, label]) => ({ value: value as Area['kind'], label }))

const shapes = [
  { value: 'circle', label: '按半径' },
  { value: 'ring', label: '在地图上画' },
] as const
/** Default radius of a new circle, in kilometres. */
const USUAL_RADIUS = 10

interface AreasCardProps {
  readonly of: FormField<readonly Area[] | null>
  readonly fees: StoreDetail['fees']
  readonly onDraw: (index: number) => void
}

/** The areas where cars are delivered and collected. Without an area, only the distance limits the service of a store. */
export default function AreasCard({ of, fees, onDraw }: AreasCardProps) {
  const { value, set: onChange } = of
  const areas = value ?? []
  const error = errorOf(of)
  /** The area whose hours are shown. It remains set while the sheet closes, so that the closing sheet is not empty. */
  const [timed, setTimed] = useState<{ readonly index: number; readonly open: boolean }>()
  const ofTimed = timed && areas[timed.index]
  return (
    <Card title={of.rules.label} data-field-error={error ? true : undefined}>
      <Note pad={[4, 16, 12]}>客户地址在范围内才能送车或上门取车；不设范围时只按距离限制</Note>
      {areas.map((area, index) => {
        const set = (more: Partial<Area>) => onChange(areas.with(index, { ...area, ...more }))
        const fitting = fees.filter(({ kind }) => area.kind === 'both' || area.kind === kind)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: areas have no id, only their index.
          <Box pad={[0, 0, 12]} line key={index}>
            <Field
              label="范围名称"
              extra={
                <IconButton
                  name="trash"
                  label={`删除范围 ${index + 1}`}
                  onClick={() => onChange(areas.toSpliced(index, 1))}
                />
              }
            >
              <TextInput
                value={area.name}
                maxLength={of.rules.item?.fields?.name?.max?.[0]}
                onChange={({ target }) => set({ name: target.value })}
              />
            </Field>
            <Field label="服务方式" group>
              <Segmented
                label={`${area.name}服务方式`}
                options={kinds}
                value={area.kind}
                onChange={(kind) => set({ kind, feeConfigId: null })}
              />
            </Field>
            {fitting.length > 1 && (
              <Field label="费用">
                <Select
                  title="送取费用"
                  options={[
                    { value: '', label: '门店默认' },
                    ...fitting.map(({ feeConfigId, name }) => ({ value: feeConfigId, label: name })),
                  ]}
                  value={area.feeConfigId ?? ''}
                  onChange={(feeConfigId) => set({ feeConfigId: feeConfigId || null })}
                />
              </Field>
            )}
            <Row gap={12} pad={[4, 16, 0]} justify="between" note>
              <span className="num">服务时间：{areaHoursWords(area.hours)}</span>
              <Button size="s" aria-label={`修改时间：${area.name}`} onClick={() => setTimed({ index, open: true })}>
                修改时间
              </Button>
            </Row>
            <Field label="范围" group>
              <Segmented
                label={`${area.name}范围`}
                options={shapes}
                value={area.radiusKm === null ? 'ring' : 'circle'}
                onChange={(shape) => set({ radiusKm: shape === 'circle' ? USUAL_RADIUS : null, polygon: [] })}
              />
            </Field>
            {area.radiusKm !== null ? (
              <Field label="门店周围">
                <NumberInput
                  className="num"
                  suffix="公里"
                  decimals={1}
                  placeholder={`最多${MAX_RADIUS_KM}`}
                  // An empty radius is sent as 0, which the contract refuses; null would mean a polygon.
                  value={area.radiusKm || null}
                  onChange={(km) => set({ radiusKm: km ?? 0 })}
                />
              </Field>
            ) : (
              <Row gap={12} pad={[4, 16, 0]} justify="between" note>
                <span className="num">{area.polygon.length === 0 ? '还没有画范围' : areaWords(area.polygon)}</span>
                <Button size="s" icon="edit" onClick={() => onDraw(index)}>
                  {area.polygon.length === 0 ? '画范围' : '修改范围'}
                </Button>
              </Row>
            )}
          </Box>
        )
      })}
      <FieldNote of={of} words={areasWords} />
      {areas.length < MAX_AREAS && (
        <Box pad={[4, 16, 16]}>
          <Button
            size="s"
            icon="plus"
            onClick={() => {
              const name = `范围${areas.length + 1}`
              onChange([
                ...areas,
                { name, kind: 'both', radiusKm: USUAL_RADIUS, polygon: [], feeConfigId: null, hours: [] },
              ])
            }}
          >
            添加范围
          </Button>
        </Box>
      )}
      {timed && ofTimed && (
        <AreaHoursSheet
          open={timed.open}
          onClose={() => setTimed({ ...timed, open: false })}
          area={ofTimed}
          onChange={(hours) => onChange(areas.with(timed.index, { ...ofTimed, hours }))}
        />
      )}
    </Card>
  )
}

interface AreaHoursSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly area: Area
  readonly onChange: (hours: Area['hours']) => void
}

/** Service hours of one area. */
function AreaHoursSheet({ open, onClose, area, onChange }: AreaHoursSheetProps) {
  const problem = hoursProblem(area.hours) ?? undefined
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`${area.name || '范围'}服务时间`}
      flush
      footer={
        <MainButton reason={problem} onClick={onClose}>
          完成
        </MainButton>
      }
    >
      <Note pad={[4, 16, 12]}>只在这些时段送车、取车；未设置任何时段表示与营业时间相同</Note>
      <WindowList night={false} hours={area.hours} error={problem} onChange={onChange} />
    </Sheet>
  )
}
