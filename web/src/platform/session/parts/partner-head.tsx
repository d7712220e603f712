import { Logo } from '../../../ui/frame/app-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Disc, Row, Text } from '../../../ui/layout.tsx'

/** The head of forms for users who come from the partner. */
export function PartnerHead({ note }: { note: string }) {
  return (
    <>
      <Row as="p" gap={12} ink={2}>
        <Logo size={56} />
        <Icon name="link" label="与" />
        <Disc across={56} square weight="b" className="tone-warning">
          悟空
        </Disc>
      </Row>
      <Text as="h1" top={20} size="display">
        合作渠道登录
      </Text>
      <Text as="p" top={8} ink={2}>
        {note}
      </Text>
    </>
  )
}
