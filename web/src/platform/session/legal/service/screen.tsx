import { page } from '../../../../page/page.tsx'
import { LegalPage } from '../../parts/legal-page.tsx'
import { sessionScreens } from '../../screens.ts'

/** 服务协议, in the version that is in force and that login asks to agree to. */
export default page(sessionScreens.serviceAgreement, () => <LegalPage type="service" />)
