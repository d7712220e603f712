import { Logo } from '../../ui/frame/app-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Row, Text } from '../../ui/layout.tsx'

/** Above the forms for who comes from the partner. */
export function PartnerHead({ note }: { note: string }) {
  return (
    <>
      <Row as="p" gap={12} ink={2}>
        <Logo size={56} />
        <Icon name="link" label="与" />
        <span className="sign-partner">悟空</span>
      </Row>
      <Text as="h1" top={20} size="display">
        合作渠道登录
      </Text>
      <p className="sign-note">{note}</p>
    </>
  )
}
