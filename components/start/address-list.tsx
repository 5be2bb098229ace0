// The addresses of the services, each with a link and a copy button.
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import classes from './address-list.module.css'
import type { startTexts } from './texts.ts'

interface AddressListProps {
  readonly issuer: string
  readonly fhirBase: string
  readonly texts: (typeof startTexts)['en']['address']
}

export function AddressList({ issuer, fhirBase, texts }: AddressListProps) {
  const addresses = [
    { label: texts.fhirBase, value: fhirBase },
    { label: texts.issuer, value: issuer },
    { label: texts.smart, value: `${fhirBase}/.well-known/smart-configuration`, open: true },
    { label: texts.metadata, value: `${fhirBase}/metadata`, open: true },
    { label: texts.openid, value: `${issuer}/.well-known/openid-configuration`, open: true },
    { label: texts.jwks, value: `${issuer}/oauth2/jwks`, open: true },
  ]
  return (
    <dl className={classes.list}>
      {addresses.map(({ label, value, open }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <CopyText value={value} label={label} {...(open ? { href: value } : {})} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
