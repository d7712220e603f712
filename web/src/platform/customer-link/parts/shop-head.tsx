import { Icon } from '../../../ui/icon.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'

/** The company and store of a customer's page. `storePhone`: '' without one. */
export interface Shop {
  readonly merchantName: string
  readonly storeName: string
  readonly storePhone: string
}

/** Head of every page that a customer opens by a link: who asks, and how to reach them. */
export function ShopHead({ shop: { merchantName, storeName, storePhone } }: { readonly shop: Shop }) {
  return (
    <Row as="header" gap={12} justify="between" pad={[0, 4]}>
      <Stack gap={4}>
        <Text as="p" weight="b">
          {merchantName}
        </Text>
        {storeName !== '' && (
          <Text as="p" note>
            {storeName}
          </Text>
        )}
      </Stack>
      {storePhone !== '' && (
        <a className="button button-outline button-m num" href={`tel:${storePhone}`}>
          <Icon name="phone" size={16} />
          {storePhone}
        </a>
      )}
    </Row>
  )
}
