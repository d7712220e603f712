import { capacityMark, type FreeModel, isFree } from '../../../../booking/order/parts/free-model.ts'
import { cx } from '../../../../ui/class-names.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { CarSilhouette } from '../../../../ui/media/car-silhouette.tsx'
import { Money } from '../../../../ui/show/money.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { modelLine } from '../models.ts'

export interface ModelRowsProps {
  readonly models: readonly FreeModel[]
  readonly value: string | null
  readonly onChange: (modelId: string) => void
  /** Tells the radios of one list from those of another. */
  readonly name: string
}

/**
 * Models to choose from, with price and how many are left. A full one can still be chosen: only the booking itself knows
 * whether a car could be made free, and says how.
 */
export function ModelRows({ models, value, onChange, name }: ModelRowsProps) {
  return (
    <div role="radiogroup" aria-label="车型">
      {models.map((model) => {
        const mark = capacityMark(model)
        const disabled = model.why !== null && model.sellable > 0
        return (
          <Row
            as="label"
            gap={12}
            pad={8}
            key={model.modelId}
            className={cx('model-row', !isFree(model) && 'model-row-full')}
            data-checked={model.modelId === value || undefined}
            data-disabled={disabled || undefined}
          >
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={model.modelId === value}
              disabled={disabled}
              onChange={() => onChange(model.modelId)}
            />
            {model.image ? (
              <img className="model-row-image" src={model.image} alt="" loading="lazy" />
            ) : (
              <CarSilhouette carType={model.carType} />
            )}
            <Stack as="span" grow>
              <b>{model.name}</b>
              <small>{modelLine(model)}</small>
            </Stack>
            <Stack as="span" gap={2} align="end" keep>
              {model.monthlyPrice === null ? (
                <Money fen={model.dayPrice} size="l" per="天" />
              ) : (
                <Money fen={model.monthlyPrice} size="l" per="月" />
              )}
              <Tag tone={mark.tone}>{mark.text}</Tag>
            </Stack>
          </Row>
        )
      })}
    </div>
  )
}
