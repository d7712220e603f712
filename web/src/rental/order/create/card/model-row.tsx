import { capacityMark, type FreeModel, isFree } from '../../../../booking/order/parts/free-model.ts'
import { cx } from '../../../../ui/class-names.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { CarPicture } from '../../../../ui/media/car-silhouette.tsx'
import { Money } from '../../../../ui/show/money.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { modelLine } from '../models.ts'

export interface ModelRowsProps {
  readonly models: readonly FreeModel[]
  readonly value: string | null
  readonly onChange: (modelId: string) => void
  /** Radio group name, unique per list. */
  readonly name: string
}

/**
 * Models with price and number of free cars. A full model can still be chosen: only the booking call knows whether a car can be freed,
 * and reports how.
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
            <CarPicture image={model.image} carType={model.carType} />
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
