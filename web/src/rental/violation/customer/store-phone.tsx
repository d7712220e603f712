import { Icon } from '../../../ui/icon.tsx'

/** Calls the store; empty when the store has no number. */
export const StorePhone = ({ phone }: { readonly phone: string }) =>
  phone !== '' && (
    <a className="button button-text button-m" href={`tel:${phone}`}>
      <Icon name="phone" size={16} />
      门店
    </a>
  )
