import { useSiteOfLink } from '../../../page/site-of-link.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Disc, Grow, Note, Row, Text } from '../../../ui/layout.tsx'
import { say } from '../../../words/words.ts'
import { AsWritten } from './as-written.tsx'

/** The company and store of a customer's page. `storePhone`: '' without one; `orderNo`: '' without an order, or before the code. */
export interface Shop {
  readonly merchantName: string
  readonly logoUrl: string | null
  readonly storeName: string
  readonly storePhone: string
  readonly orderNo?: string
}

/**
 * Head of every page that a customer opens by a link: who asks, how to reach them, and what it is about. The bar of the booking page
 * above it has the logo and a short name; the company that asks for a code or a signature is named here all the same.
 */
export function ShopHead({
  shop: { merchantName, logoUrl, storeName, storePhone, orderNo = '' },
}: {
  readonly shop: Shop
}) {
  const hasBar = useSiteOfLink()?.site != null
  return (
    <Row as="header" gap={12} pad={[0, 4]}>
      {logoUrl !== null && !hasBar && (
        <Disc as="img" across={40} square src={logoUrl} alt="" style={{ objectFit: 'contain' }} />
      )}
      <Grow>
        <Text as="p" weight="b">
          <AsWritten>{merchantName}</AsWritten>
        </Text>
        {storeName !== '' && (
          <Text as="p" note>
            <AsWritten>{storeName}</AsWritten>
          </Text>
        )}
        {orderNo !== '' && <Note num>{say('订单 {no}', { no: orderNo })}</Note>}
      </Grow>
      {storePhone !== '' && (
        <a className="button button-outline button-m num" href={`tel:${storePhone}`}>
          <span className="button-words">
            <Icon name="phone" size={16} />
            {storePhone}
          </span>
        </a>
      )}
    </Row>
  )
}
