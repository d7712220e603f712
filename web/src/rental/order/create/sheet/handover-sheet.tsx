import type { EnumItem } from '@cheyi/domain/enumeration'
import { useState } from 'react'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { ChipRadios } from '../../../../ui/frame/chips.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Box, Cell, MainButton } from '../../../../ui/layout.tsx'

interface StoreChoice {
  readonly id: string
  readonly name: string
  readonly note: string
  /** Why it cannot be chosen. */
  readonly reason?: string
}

interface HandoverSheetProps extends Asks<{ readonly storeId: string } | undefined> {
  /** 取车 or 还车. */
  readonly end: string
  readonly stores: readonly StoreChoice[]
  readonly storeId: string | undefined
  readonly types: readonly EnumItem[]
  readonly chosen: number
  readonly onType: (type: number) => void
}

/** Store and way of one end: the way applies at once, the store is the answer. */
export default function HandoverSheet({ end, stores, storeId, types, chosen, onType, answer }: HandoverSheetProps) {
  const [type, setType] = useState(chosen)
  return (
    <OpenedSheet
      title={`${end}方式与门店`}
      flush
      footer={<MainButton onClick={() => answer(undefined)}>完成</MainButton>}
    >
      {types.length > 1 && (
        <Box pad={[4, 16, 12]}>
          <ChipRadios
            look="tile"
            label={`${end}方式`}
            options={types.map(({ value, name }) => ({ value, label: name }))}
            value={type}
            onChange={(next) => {
              setType(next)
              onType(next)
            }}
          />
        </Box>
      )}
      {stores.map(({ id, name, note, reason }) =>
        reason ? (
          <Cell key={id} label={name} note={reason} className="ink-3" />
        ) : (
          <Cell
            key={id}
            label={name}
            note={note}
            current={id === storeId}
            chevron={false}
            extra={id === storeId && <Icon name="check" label="已选" />}
            onClick={() => answer({ storeId: id })}
          />
        ),
      )}
    </OpenedSheet>
  )
}
