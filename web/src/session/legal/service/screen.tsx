import { serviceAgreement } from '@cheyi/domain/session/legal-service'
import { LegalPage } from '../../parts/legal-page.tsx'

/** 服务协议, in the version that login asks to agree to. */
export default function ServiceAgreement() {
  return <LegalPage text={serviceAgreement} />
}
