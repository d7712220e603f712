import type { EnumItem } from '@cheyi/domain/enumeration'
import { MainButton } from '../../../ui/button.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box } from '../../../ui/layout.tsx'
import { Sheet } from '../../../ui/modal/sheet.tsx'
import { Cell } from '../../../ui/show/cell.tsx'

export interface StoreChoice {
  readonly id: string
  readonly name: string
  readonly note: string
  /** Why it cannot be chosen. */
  readonly reason?: string
}

export interface HandoverSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  /** 取车 or 还车. */
  readonly end: string
  readonly stores: readonly StoreChoice[]
  readonly storeId: string | undefined
  readonly onStore: (storeId: string) => void
  readonly types: readonly EnumItem[]
  readonly type: number
  readonly onType: (type: number) => void
}

/** Where a car goes out or comes back, and how: each choice holds at once, that of a store closes the sheet. */
export default function HandoverSheet(props: HandoverSheetProps) {
  const { open, onClose, end, stores, storeId, onStore, types, type, onType } = props
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`${end}方式与门店`}
      flush
      footer={<MainButton onClick={onClose}>完成</MainButton>}
    >
      {types.length > 1 && (
        <Box pad={[4, 16, 12]}>
          <ChipRadios
            look="tile"
            label={`${end}方式`}
            options={types.map(({ value, name }) => ({ value, label: name }))}
            value={type}
            onChange={onType}
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
            onClick={() => {
              onStore(id)
              onClose()
            }}
          />
        ),
      )}
    </Sheet>
  )
}
