export {
  type CustomerPurpose,
  customerPhone,
  newCustomerLink,
  type OpenedLink,
  openCustomerLink,
  openLink,
  registerRenterPhone,
  textLink,
} from './link.ts'
export {
  openOwnerWithPass,
  openWithPass,
  partUploadGuard,
  passUploadGuard,
  sendPassCode,
  takePass,
  tokenOfFile,
} from './pass.ts'
export { revokeLinks, textsOf } from './store.ts'
