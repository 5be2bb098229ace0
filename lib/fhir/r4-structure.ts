// Made by scripts/r4-structure.mjs from the definitions of FHIR R4 4.0.1 (http://hl7.org/fhir/R4), which HL7 has put in
// the public domain (CC0 1.0). Do not edit.

/**
 * One type per line; "<" precedes the type that it inherits from. Then its own elements: "!" marks a mandatory one, "*"
 * an array, "[x]" a name that ends with the type; ":" precedes the types, "=" the value set.
 */
export const R4_STRUCTURE = `
Address<Element use:code=address-use type:code=address-type text:string line*:string city:string district:string state:string postalCode:string country:string period:Period
Age<Quantity
Annotation<Element author[x]:Reference|string time:dateTime !text:markdown
Attachment<Element contentType:code language:code data:base64Binary url:url size:unsignedInt hash:base64Binary title:string creation:dateTime
BackboneElement<Element modifierExtension*:Extension
CodeableConcept<Element coding*:Coding text:string
Coding<Element system:uri version:string code:code display:string userSelected:boolean
ContactDetail<Element name:string telecom*:ContactPoint
ContactPoint<Element system:code=contact-point-system value:string use:code=contact-point-use rank:positiveInt period:Period
Contributor<Element !type:code=contributor-type !name:string contact*:ContactDetail
Count<Quantity
DataRequirement<Element !type:code=all-types profile*:canonical subject[x]:CodeableConcept|Reference mustSupport*:string codeFilter*:DataRequirement.codeFilter dateFilter*:DataRequirement.dateFilter limit:positiveInt sort*:DataRequirement.sort
DataRequirement.codeFilter<Element path:string searchParam:string valueSet:canonical code*:Coding
DataRequirement.dateFilter<Element path:string searchParam:string value[x]:dateTime|Period|Duration
DataRequirement.sort<Element !path:string !direction:code=sort-direction
Distance<Quantity
Dosage<BackboneElement sequence:integer text:string additionalInstruction*:CodeableConcept patientInstruction:string timing:Timing asNeeded[x]:boolean|CodeableConcept site:CodeableConcept route:CodeableConcept method:CodeableConcept doseAndRate*:Dosage.doseAndRate maxDosePerPeriod:Ratio maxDosePerAdministration:Quantity maxDosePerLifetime:Quantity
Dosage.doseAndRate<Element type:CodeableConcept dose[x]:Range|Quantity rate[x]:Ratio|Range|Quantity
Duration<Quantity
Element< id:string extension*:Extension
ElementDefinition<BackboneElement !path:string representation*:code=property-representation sliceName:string sliceIsConstraining:boolean label:string code*:Coding slicing:ElementDefinition.slicing short:string definition:markdown comment:markdown requirements:markdown alias*:string min:unsignedInt max:string base:ElementDefinition.base contentReference:uri type*:ElementDefinition.type defaultValue[x]:Any meaningWhenMissing:markdown orderMeaning:string fixed[x]:Any pattern[x]:Any example*:ElementDefinition.example minValue[x]:date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity maxValue[x]:date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity maxLength:integer condition*:id constraint*:ElementDefinition.constraint mustSupport:boolean isModifier:boolean isModifierReason:string isSummary:boolean binding:ElementDefinition.binding mapping*:ElementDefinition.mapping
ElementDefinition.slicing<Element discriminator*:ElementDefinition.slicing.discriminator description:string ordered:boolean !rules:code=resource-slicing-rules
ElementDefinition.slicing.discriminator<Element !type:code=discriminator-type !path:string
ElementDefinition.base<Element !path:string !min:unsignedInt !max:string
ElementDefinition.type<Element !code:uri profile*:canonical targetProfile*:canonical aggregation*:code=resource-aggregation-mode versioning:code=reference-version-rules
ElementDefinition.example<Element !label:string !value[x]:Any
ElementDefinition.constraint<Element !key:id requirements:string !severity:code=constraint-severity !human:string expression:string xpath:string source:canonical
ElementDefinition.binding<Element !strength:code=binding-strength description:string valueSet:canonical
ElementDefinition.mapping<Element !identity:id language:code !map:string comment:string
Expression<Element description:string name:id !language:code expression:string reference:uri
Extension<Element !url:uri value[x]:Any
HumanName<Element use:code=name-use text:string family:string given*:string prefix*:string suffix*:string period:Period
Identifier<Element use:code=identifier-use type:CodeableConcept system:uri value:string period:Period assigner:Reference
MarketingStatus<BackboneElement !country:CodeableConcept jurisdiction:CodeableConcept !status:CodeableConcept !dateRange:Period restoreDate:dateTime
Meta<Element versionId:id lastUpdated:instant source:uri profile*:canonical security*:Coding tag*:Coding
Money<Element value:decimal currency:code
Narrative<Element !status:code=narrative-status !div:xhtml
ParameterDefinition<Element name:code !use:code=operation-parameter-use min:integer max:string documentation:string !type:code=all-types profile:canonical
Period<Element start:dateTime end:dateTime
Population<BackboneElement age[x]:Range|CodeableConcept gender:CodeableConcept race:CodeableConcept physiologicalCondition:CodeableConcept
ProdCharacteristic<BackboneElement height:Quantity width:Quantity depth:Quantity weight:Quantity nominalVolume:Quantity externalDiameter:Quantity shape:string color*:string imprint*:string image*:Attachment scoring:CodeableConcept
ProductShelfLife<BackboneElement identifier:Identifier !type:CodeableConcept !period:Quantity specialPrecautionsForStorage*:CodeableConcept
Quantity<Element value:decimal comparator:code=quantity-comparator unit:string system:uri code:code
Range<Element low:Quantity high:Quantity
Ratio<Element numerator:Quantity denominator:Quantity
Reference<Element reference:string type:uri identifier:Identifier display:string
RelatedArtifact<Element !type:code=related-artifact-type label:string display:string citation:markdown url:url document:Attachment resource:canonical
SampledData<Element !origin:Quantity !period:decimal factor:decimal lowerLimit:decimal upperLimit:decimal !dimensions:positiveInt data:string
Signature<Element !type*:Coding !when:instant !who:Reference onBehalfOf:Reference targetFormat:code sigFormat:code data:base64Binary
SubstanceAmount<BackboneElement amount[x]:Quantity|Range|string amountType:CodeableConcept amountText:string referenceRange:SubstanceAmount.referenceRange
SubstanceAmount.referenceRange<Element lowLimit:Quantity highLimit:Quantity
Timing<BackboneElement event*:dateTime repeat:Timing.repeat code:CodeableConcept
Timing.repeat<Element bounds[x]:Duration|Range|Period count:positiveInt countMax:positiveInt duration:decimal durationMax:decimal durationUnit:code=units-of-time frequency:positiveInt frequencyMax:positiveInt period:decimal periodMax:decimal periodUnit:code=units-of-time dayOfWeek*:code=days-of-week timeOfDay*:time when*:code=event-timing offset:unsignedInt
TriggerDefinition<Element !type:code=trigger-type name:string timing[x]:Timing|Reference|date|dateTime data*:DataRequirement condition:Expression
UsageContext<Element !code:Coding !value[x]:CodeableConcept|Quantity|Range|Reference
Account<DomainResource identifier*:Identifier !status:code=account-status type:CodeableConcept name:string subject*:Reference servicePeriod:Period coverage*:Account.coverage owner:Reference description:string guarantor*:Account.guarantor partOf:Reference
Account.coverage<BackboneElement !coverage:Reference priority:positiveInt
Account.guarantor<BackboneElement !party:Reference onHold:boolean period:Period
ActivityDefinition<DomainResource url:uri identifier*:Identifier version:string name:string title:string subtitle:string !status:code=publication-status experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact library*:canonical kind:code=request-resource-types profile:canonical code:CodeableConcept intent:code=request-intent priority:code=request-priority doNotPerform:boolean timing[x]:Timing|dateTime|Age|Period|Range|Duration location:Reference participant*:ActivityDefinition.participant product[x]:Reference|CodeableConcept quantity:Quantity dosage*:Dosage bodySite*:CodeableConcept specimenRequirement*:Reference observationRequirement*:Reference observationResultRequirement*:Reference transform:canonical dynamicValue*:ActivityDefinition.dynamicValue
ActivityDefinition.participant<BackboneElement !type:code=action-participant-type role:CodeableConcept
ActivityDefinition.dynamicValue<BackboneElement !path:string !expression:Expression
AdverseEvent<DomainResource identifier:Identifier !actuality:code=adverse-event-actuality category*:CodeableConcept event:CodeableConcept !subject:Reference encounter:Reference date:dateTime detected:dateTime recordedDate:dateTime resultingCondition*:Reference location:Reference seriousness:CodeableConcept severity:CodeableConcept outcome:CodeableConcept recorder:Reference contributor*:Reference suspectEntity*:AdverseEvent.suspectEntity subjectMedicalHistory*:Reference referenceDocument*:Reference study*:Reference
AdverseEvent.suspectEntity<BackboneElement !instance:Reference causality*:AdverseEvent.suspectEntity.causality
AdverseEvent.suspectEntity.causality<BackboneElement assessment:CodeableConcept productRelatedness:string author:Reference method:CodeableConcept
AllergyIntolerance<DomainResource identifier*:Identifier clinicalStatus:CodeableConcept verificationStatus:CodeableConcept type:code=allergy-intolerance-type category*:code=allergy-intolerance-category criticality:code=allergy-intolerance-criticality code:CodeableConcept !patient:Reference encounter:Reference onset[x]:dateTime|Age|Period|Range|string recordedDate:dateTime recorder:Reference asserter:Reference lastOccurrence:dateTime note*:Annotation reaction*:AllergyIntolerance.reaction
AllergyIntolerance.reaction<BackboneElement substance:CodeableConcept !manifestation*:CodeableConcept description:string onset:dateTime severity:code=reaction-event-severity exposureRoute:CodeableConcept note*:Annotation
Appointment<DomainResource identifier*:Identifier !status:code=appointmentstatus cancelationReason:CodeableConcept serviceCategory*:CodeableConcept serviceType*:CodeableConcept specialty*:CodeableConcept appointmentType:CodeableConcept reasonCode*:CodeableConcept reasonReference*:Reference priority:unsignedInt description:string supportingInformation*:Reference start:instant end:instant minutesDuration:positiveInt slot*:Reference created:dateTime comment:string patientInstruction:string basedOn*:Reference !participant*:Appointment.participant requestedPeriod*:Period
Appointment.participant<BackboneElement type*:CodeableConcept actor:Reference required:code=participantrequired !status:code=participationstatus period:Period
AppointmentResponse<DomainResource identifier*:Identifier !appointment:Reference start:instant end:instant participantType*:CodeableConcept actor:Reference !participantStatus:code=participationstatus comment:string
AuditEvent<DomainResource !type:Coding subtype*:Coding action:code=audit-event-action period:Period !recorded:instant outcome:code=audit-event-outcome outcomeDesc:string purposeOfEvent*:CodeableConcept !agent*:AuditEvent.agent !source:AuditEvent.source entity*:AuditEvent.entity
AuditEvent.agent<BackboneElement type:CodeableConcept role*:CodeableConcept who:Reference altId:string name:string !requestor:boolean location:Reference policy*:uri media:Coding network:AuditEvent.agent.network purposeOfUse*:CodeableConcept
AuditEvent.agent.network<BackboneElement address:string type:code=network-type
AuditEvent.source<BackboneElement site:string !observer:Reference type*:Coding
AuditEvent.entity<BackboneElement what:Reference type:Coding role:Coding lifecycle:Coding securityLabel*:Coding name:string description:string query:base64Binary detail*:AuditEvent.entity.detail
AuditEvent.entity.detail<BackboneElement !type:string !value[x]:string|base64Binary
Basic<DomainResource identifier*:Identifier !code:CodeableConcept subject:Reference created:date author:Reference
Binary<Resource !contentType:code securityContext:Reference data:base64Binary
BiologicallyDerivedProduct<DomainResource identifier*:Identifier productCategory:code=product-category productCode:CodeableConcept status:code=product-status request*:Reference quantity:integer parent*:Reference collection:BiologicallyDerivedProduct.collection processing*:BiologicallyDerivedProduct.processing manipulation:BiologicallyDerivedProduct.manipulation storage*:BiologicallyDerivedProduct.storage
BiologicallyDerivedProduct.collection<BackboneElement collector:Reference source:Reference collected[x]:dateTime|Period
BiologicallyDerivedProduct.processing<BackboneElement description:string procedure:CodeableConcept additive:Reference time[x]:dateTime|Period
BiologicallyDerivedProduct.manipulation<BackboneElement description:string time[x]:dateTime|Period
BiologicallyDerivedProduct.storage<BackboneElement description:string temperature:decimal scale:code=product-storage-scale duration:Period
BodyStructure<DomainResource identifier*:Identifier active:boolean morphology:CodeableConcept location:CodeableConcept locationQualifier*:CodeableConcept description:string image*:Attachment !patient:Reference
Bundle<Resource identifier:Identifier !type:code=bundle-type timestamp:instant total:unsignedInt link*:Bundle.link entry*:Bundle.entry signature:Signature
Bundle.link<BackboneElement !relation:string !url:uri
Bundle.entry<BackboneElement link*:Bundle.link fullUrl:uri resource:Resource search:Bundle.entry.search request:Bundle.entry.request response:Bundle.entry.response
Bundle.entry.search<BackboneElement mode:code=search-entry-mode score:decimal
Bundle.entry.request<BackboneElement !method:code=http-verb !url:uri ifNoneMatch:string ifModifiedSince:instant ifMatch:string ifNoneExist:string
Bundle.entry.response<BackboneElement !status:string location:uri etag:string lastModified:instant outcome:Resource
CapabilityStatement<DomainResource url:uri version:string name:string title:string !status:code=publication-status experimental:boolean !date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown !kind:code=capability-statement-kind instantiates*:canonical imports*:canonical software:CapabilityStatement.software implementation:CapabilityStatement.implementation !fhirVersion:code=FHIR-version !format*:code patchFormat*:code implementationGuide*:canonical rest*:CapabilityStatement.rest messaging*:CapabilityStatement.messaging document*:CapabilityStatement.document
CapabilityStatement.software<BackboneElement !name:string version:string releaseDate:dateTime
CapabilityStatement.implementation<BackboneElement !description:string url:url custodian:Reference
CapabilityStatement.rest<BackboneElement !mode:code=restful-capability-mode documentation:markdown security:CapabilityStatement.rest.security resource*:CapabilityStatement.rest.resource interaction*:CapabilityStatement.rest.interaction searchParam*:CapabilityStatement.rest.resource.searchParam operation*:CapabilityStatement.rest.resource.operation compartment*:canonical
CapabilityStatement.rest.security<BackboneElement cors:boolean service*:CodeableConcept description:markdown
CapabilityStatement.rest.resource<BackboneElement !type:code=resource-types profile:canonical supportedProfile*:canonical documentation:markdown interaction*:CapabilityStatement.rest.resource.interaction versioning:code=versioning-policy readHistory:boolean updateCreate:boolean conditionalCreate:boolean conditionalRead:code=conditional-read-status conditionalUpdate:boolean conditionalDelete:code=conditional-delete-status referencePolicy*:code=reference-handling-policy searchInclude*:string searchRevInclude*:string searchParam*:CapabilityStatement.rest.resource.searchParam operation*:CapabilityStatement.rest.resource.operation
CapabilityStatement.rest.resource.interaction<BackboneElement !code:code=type-restful-interaction documentation:markdown
CapabilityStatement.rest.resource.searchParam<BackboneElement !name:string definition:canonical !type:code=search-param-type documentation:markdown
CapabilityStatement.rest.resource.operation<BackboneElement !name:string !definition:canonical documentation:markdown
CapabilityStatement.rest.interaction<BackboneElement !code:code=system-restful-interaction documentation:markdown
CapabilityStatement.messaging<BackboneElement endpoint*:CapabilityStatement.messaging.endpoint reliableCache:unsignedInt documentation:markdown supportedMessage*:CapabilityStatement.messaging.supportedMessage
CapabilityStatement.messaging.endpoint<BackboneElement !protocol:Coding !address:url
CapabilityStatement.messaging.supportedMessage<BackboneElement !mode:code=event-capability-mode !definition:canonical
CapabilityStatement.document<BackboneElement !mode:code=document-mode documentation:markdown !profile:canonical
CarePlan<DomainResource identifier*:Identifier instantiatesCanonical*:canonical instantiatesUri*:uri basedOn*:Reference replaces*:Reference partOf*:Reference !status:code=request-status !intent:code=care-plan-intent category*:CodeableConcept title:string description:string !subject:Reference encounter:Reference period:Period created:dateTime author:Reference contributor*:Reference careTeam*:Reference addresses*:Reference supportingInfo*:Reference goal*:Reference activity*:CarePlan.activity note*:Annotation
CarePlan.activity<BackboneElement outcomeCodeableConcept*:CodeableConcept outcomeReference*:Reference progress*:Annotation reference:Reference detail:CarePlan.activity.detail
CarePlan.activity.detail<BackboneElement kind:code=care-plan-activity-kind instantiatesCanonical*:canonical instantiatesUri*:uri code:CodeableConcept reasonCode*:CodeableConcept reasonReference*:Reference goal*:Reference !status:code=care-plan-activity-status statusReason:CodeableConcept doNotPerform:boolean scheduled[x]:Timing|Period|string location:Reference performer*:Reference product[x]:CodeableConcept|Reference dailyAmount:Quantity quantity:Quantity description:string
CareTeam<DomainResource identifier*:Identifier status:code=care-team-status category*:CodeableConcept name:string subject:Reference encounter:Reference period:Period participant*:CareTeam.participant reasonCode*:CodeableConcept reasonReference*:Reference managingOrganization*:Reference telecom*:ContactPoint note*:Annotation
CareTeam.participant<BackboneElement role*:CodeableConcept member:Reference onBehalfOf:Reference period:Period
CatalogEntry<DomainResource identifier*:Identifier type:CodeableConcept !orderable:boolean !referencedItem:Reference additionalIdentifier*:Identifier classification*:CodeableConcept status:code=publication-status validityPeriod:Period validTo:dateTime lastUpdated:dateTime additionalCharacteristic*:CodeableConcept additionalClassification*:CodeableConcept relatedEntry*:CatalogEntry.relatedEntry
CatalogEntry.relatedEntry<BackboneElement !relationtype:code=relation-type !item:Reference
ChargeItem<DomainResource identifier*:Identifier definitionUri*:uri definitionCanonical*:canonical !status:code=chargeitem-status partOf*:Reference !code:CodeableConcept !subject:Reference context:Reference occurrence[x]:dateTime|Period|Timing performer*:ChargeItem.performer performingOrganization:Reference requestingOrganization:Reference costCenter:Reference quantity:Quantity bodysite*:CodeableConcept factorOverride:decimal priceOverride:Money overrideReason:string enterer:Reference enteredDate:dateTime reason*:CodeableConcept service*:Reference product[x]:Reference|CodeableConcept account*:Reference note*:Annotation supportingInformation*:Reference
ChargeItem.performer<BackboneElement function:CodeableConcept !actor:Reference
ChargeItemDefinition<DomainResource !url:uri identifier*:Identifier version:string title:string derivedFromUri*:uri partOf*:canonical replaces*:canonical !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period code:CodeableConcept instance*:Reference applicability*:ChargeItemDefinition.applicability propertyGroup*:ChargeItemDefinition.propertyGroup
ChargeItemDefinition.applicability<BackboneElement description:string language:string expression:string
ChargeItemDefinition.propertyGroup<BackboneElement applicability*:ChargeItemDefinition.applicability priceComponent*:ChargeItemDefinition.propertyGroup.priceComponent
ChargeItemDefinition.propertyGroup.priceComponent<BackboneElement !type:code=invoice-priceComponentType code:CodeableConcept factor:decimal amount:Money
Claim<DomainResource identifier*:Identifier !status:code=fm-status !type:CodeableConcept subType:CodeableConcept !use:code=claim-use !patient:Reference billablePeriod:Period !created:dateTime enterer:Reference insurer:Reference !provider:Reference !priority:CodeableConcept fundsReserve:CodeableConcept related*:Claim.related prescription:Reference originalPrescription:Reference payee:Claim.payee referral:Reference facility:Reference careTeam*:Claim.careTeam supportingInfo*:Claim.supportingInfo diagnosis*:Claim.diagnosis procedure*:Claim.procedure !insurance*:Claim.insurance accident:Claim.accident item*:Claim.item total:Money
Claim.related<BackboneElement claim:Reference relationship:CodeableConcept reference:Identifier
Claim.payee<BackboneElement !type:CodeableConcept party:Reference
Claim.careTeam<BackboneElement !sequence:positiveInt !provider:Reference responsible:boolean role:CodeableConcept qualification:CodeableConcept
Claim.supportingInfo<BackboneElement !sequence:positiveInt !category:CodeableConcept code:CodeableConcept timing[x]:date|Period value[x]:boolean|string|Quantity|Attachment|Reference reason:CodeableConcept
Claim.diagnosis<BackboneElement !sequence:positiveInt !diagnosis[x]:CodeableConcept|Reference type*:CodeableConcept onAdmission:CodeableConcept packageCode:CodeableConcept
Claim.procedure<BackboneElement !sequence:positiveInt type*:CodeableConcept date:dateTime !procedure[x]:CodeableConcept|Reference udi*:Reference
Claim.insurance<BackboneElement !sequence:positiveInt !focal:boolean identifier:Identifier !coverage:Reference businessArrangement:string preAuthRef*:string claimResponse:Reference
Claim.accident<BackboneElement !date:date type:CodeableConcept location[x]:Address|Reference
Claim.item<BackboneElement !sequence:positiveInt careTeamSequence*:positiveInt diagnosisSequence*:positiveInt procedureSequence*:positiveInt informationSequence*:positiveInt revenue:CodeableConcept category:CodeableConcept !productOrService:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money udi*:Reference bodySite:CodeableConcept subSite*:CodeableConcept encounter*:Reference detail*:Claim.item.detail
Claim.item.detail<BackboneElement !sequence:positiveInt revenue:CodeableConcept category:CodeableConcept !productOrService:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi*:Reference subDetail*:Claim.item.detail.subDetail
Claim.item.detail.subDetail<BackboneElement !sequence:positiveInt revenue:CodeableConcept category:CodeableConcept !productOrService:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi*:Reference
ClaimResponse<DomainResource identifier*:Identifier !status:code=fm-status !type:CodeableConcept subType:CodeableConcept !use:code=claim-use !patient:Reference !created:dateTime !insurer:Reference requestor:Reference request:Reference !outcome:code=remittance-outcome disposition:string preAuthRef:string preAuthPeriod:Period payeeType:CodeableConcept item*:ClaimResponse.item addItem*:ClaimResponse.addItem adjudication*:ClaimResponse.item.adjudication total*:ClaimResponse.total payment:ClaimResponse.payment fundsReserve:CodeableConcept formCode:CodeableConcept form:Attachment processNote*:ClaimResponse.processNote communicationRequest*:Reference insurance*:ClaimResponse.insurance error*:ClaimResponse.error
ClaimResponse.item<BackboneElement !itemSequence:positiveInt noteNumber*:positiveInt !adjudication*:ClaimResponse.item.adjudication detail*:ClaimResponse.item.detail
ClaimResponse.item.adjudication<BackboneElement !category:CodeableConcept reason:CodeableConcept amount:Money value:decimal
ClaimResponse.item.detail<BackboneElement !detailSequence:positiveInt noteNumber*:positiveInt !adjudication*:ClaimResponse.item.adjudication subDetail*:ClaimResponse.item.detail.subDetail
ClaimResponse.item.detail.subDetail<BackboneElement !subDetailSequence:positiveInt noteNumber*:positiveInt adjudication*:ClaimResponse.item.adjudication
ClaimResponse.addItem<BackboneElement itemSequence*:positiveInt detailSequence*:positiveInt subdetailSequence*:positiveInt provider*:Reference !productOrService:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money bodySite:CodeableConcept subSite*:CodeableConcept noteNumber*:positiveInt !adjudication*:ClaimResponse.item.adjudication detail*:ClaimResponse.addItem.detail
ClaimResponse.addItem.detail<BackboneElement !productOrService:CodeableConcept modifier*:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money noteNumber*:positiveInt !adjudication*:ClaimResponse.item.adjudication subDetail*:ClaimResponse.addItem.detail.subDetail
ClaimResponse.addItem.detail.subDetail<BackboneElement !productOrService:CodeableConcept modifier*:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money noteNumber*:positiveInt !adjudication*:ClaimResponse.item.adjudication
ClaimResponse.total<BackboneElement !category:CodeableConcept !amount:Money
ClaimResponse.payment<BackboneElement !type:CodeableConcept adjustment:Money adjustmentReason:CodeableConcept date:date !amount:Money identifier:Identifier
ClaimResponse.processNote<BackboneElement number:positiveInt type:code=note-type !text:string language:CodeableConcept
ClaimResponse.insurance<BackboneElement !sequence:positiveInt !focal:boolean !coverage:Reference businessArrangement:string claimResponse:Reference
ClaimResponse.error<BackboneElement itemSequence:positiveInt detailSequence:positiveInt subDetailSequence:positiveInt !code:CodeableConcept
ClinicalImpression<DomainResource identifier*:Identifier !status:code=clinicalimpression-status statusReason:CodeableConcept code:CodeableConcept description:string !subject:Reference encounter:Reference effective[x]:dateTime|Period date:dateTime assessor:Reference previous:Reference problem*:Reference investigation*:ClinicalImpression.investigation protocol*:uri summary:string finding*:ClinicalImpression.finding prognosisCodeableConcept*:CodeableConcept prognosisReference*:Reference supportingInfo*:Reference note*:Annotation
ClinicalImpression.investigation<BackboneElement !code:CodeableConcept item*:Reference
ClinicalImpression.finding<BackboneElement itemCodeableConcept:CodeableConcept itemReference:Reference basis:string
CodeSystem<DomainResource url:uri identifier*:Identifier version:string name:string title:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown caseSensitive:boolean valueSet:canonical hierarchyMeaning:code=codesystem-hierarchy-meaning compositional:boolean versionNeeded:boolean !content:code=codesystem-content-mode supplements:canonical count:unsignedInt filter*:CodeSystem.filter property*:CodeSystem.property concept*:CodeSystem.concept
CodeSystem.filter<BackboneElement !code:code description:string !operator*:code=filter-operator !value:string
CodeSystem.property<BackboneElement !code:code uri:uri description:string !type:code=concept-property-type
CodeSystem.concept<BackboneElement !code:code display:string definition:string designation*:CodeSystem.concept.designation property*:CodeSystem.concept.property concept*:CodeSystem.concept
CodeSystem.concept.designation<BackboneElement language:code use:Coding !value:string
CodeSystem.concept.property<BackboneElement !code:code !value[x]:code|Coding|string|integer|boolean|dateTime|decimal
Communication<DomainResource identifier*:Identifier instantiatesCanonical*:canonical instantiatesUri*:uri basedOn*:Reference partOf*:Reference inResponseTo*:Reference !status:code=event-status statusReason:CodeableConcept category*:CodeableConcept priority:code=request-priority medium*:CodeableConcept subject:Reference topic:CodeableConcept about*:Reference encounter:Reference sent:dateTime received:dateTime recipient*:Reference sender:Reference reasonCode*:CodeableConcept reasonReference*:Reference payload*:Communication.payload note*:Annotation
Communication.payload<BackboneElement !content[x]:string|Attachment|Reference
CommunicationRequest<DomainResource identifier*:Identifier basedOn*:Reference replaces*:Reference groupIdentifier:Identifier !status:code=request-status statusReason:CodeableConcept category*:CodeableConcept priority:code=request-priority doNotPerform:boolean medium*:CodeableConcept subject:Reference about*:Reference encounter:Reference payload*:CommunicationRequest.payload occurrence[x]:dateTime|Period authoredOn:dateTime requester:Reference recipient*:Reference sender:Reference reasonCode*:CodeableConcept reasonReference*:Reference note*:Annotation
CommunicationRequest.payload<BackboneElement !content[x]:string|Attachment|Reference
CompartmentDefinition<DomainResource !url:uri version:string !name:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext purpose:markdown !code:code=compartment-type !search:boolean resource*:CompartmentDefinition.resource
CompartmentDefinition.resource<BackboneElement !code:code=resource-types param*:string documentation:string
Composition<DomainResource identifier:Identifier !status:code=composition-status !type:CodeableConcept category*:CodeableConcept subject:Reference encounter:Reference !date:dateTime !author*:Reference !title:string confidentiality:code=v3-ConfidentialityClassification attester*:Composition.attester custodian:Reference relatesTo*:Composition.relatesTo event*:Composition.event section*:Composition.section
Composition.attester<BackboneElement !mode:code=composition-attestation-mode time:dateTime party:Reference
Composition.relatesTo<BackboneElement !code:code=document-relationship-type !target[x]:Identifier|Reference
Composition.event<BackboneElement code*:CodeableConcept period:Period detail*:Reference
Composition.section<BackboneElement title:string code:CodeableConcept author*:Reference focus:Reference text:Narrative mode:code=list-mode orderedBy:CodeableConcept entry*:Reference emptyReason:CodeableConcept section*:Composition.section
ConceptMap<DomainResource url:uri identifier:Identifier version:string name:string title:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown source[x]:uri|canonical target[x]:uri|canonical group*:ConceptMap.group
ConceptMap.group<BackboneElement source:uri sourceVersion:string target:uri targetVersion:string !element*:ConceptMap.group.element unmapped:ConceptMap.group.unmapped
ConceptMap.group.element<BackboneElement code:code display:string target*:ConceptMap.group.element.target
ConceptMap.group.element.target<BackboneElement code:code display:string !equivalence:code=concept-map-equivalence comment:string dependsOn*:ConceptMap.group.element.target.dependsOn product*:ConceptMap.group.element.target.dependsOn
ConceptMap.group.element.target.dependsOn<BackboneElement !property:uri system:canonical !value:string display:string
ConceptMap.group.unmapped<BackboneElement !mode:code=conceptmap-unmapped-mode code:code display:string url:canonical
Condition<DomainResource identifier*:Identifier clinicalStatus:CodeableConcept verificationStatus:CodeableConcept category*:CodeableConcept severity:CodeableConcept code:CodeableConcept bodySite*:CodeableConcept !subject:Reference encounter:Reference onset[x]:dateTime|Age|Period|Range|string abatement[x]:dateTime|Age|Period|Range|string recordedDate:dateTime recorder:Reference asserter:Reference stage*:Condition.stage evidence*:Condition.evidence note*:Annotation
Condition.stage<BackboneElement summary:CodeableConcept assessment*:Reference type:CodeableConcept
Condition.evidence<BackboneElement code*:CodeableConcept detail*:Reference
Consent<DomainResource identifier*:Identifier !status:code=consent-state-codes !scope:CodeableConcept !category*:CodeableConcept patient:Reference dateTime:dateTime performer*:Reference organization*:Reference source[x]:Attachment|Reference policy*:Consent.policy policyRule:CodeableConcept verification*:Consent.verification provision:Consent.provision
Consent.policy<BackboneElement authority:uri uri:uri
Consent.verification<BackboneElement !verified:boolean verifiedWith:Reference verificationDate:dateTime
Consent.provision<BackboneElement type:code=consent-provision-type period:Period actor*:Consent.provision.actor action*:CodeableConcept securityLabel*:Coding purpose*:Coding class*:Coding code*:CodeableConcept dataPeriod:Period data*:Consent.provision.data provision*:Consent.provision
Consent.provision.actor<BackboneElement !role:CodeableConcept !reference:Reference
Consent.provision.data<BackboneElement !meaning:code=consent-data-meaning !reference:Reference
Contract<DomainResource identifier*:Identifier url:uri version:string status:code=contract-status legalState:CodeableConcept instantiatesCanonical:Reference instantiatesUri:uri contentDerivative:CodeableConcept issued:dateTime applies:Period expirationType:CodeableConcept subject*:Reference authority*:Reference domain*:Reference site*:Reference name:string title:string subtitle:string alias*:string author:Reference scope:CodeableConcept topic[x]:CodeableConcept|Reference type:CodeableConcept subType*:CodeableConcept contentDefinition:Contract.contentDefinition term*:Contract.term supportingInfo*:Reference relevantHistory*:Reference signer*:Contract.signer friendly*:Contract.friendly legal*:Contract.legal rule*:Contract.rule legallyBinding[x]:Attachment|Reference
Contract.contentDefinition<BackboneElement !type:CodeableConcept subType:CodeableConcept publisher:Reference publicationDate:dateTime !publicationStatus:code=contract-publicationstatus copyright:markdown
Contract.term<BackboneElement identifier:Identifier issued:dateTime applies:Period topic[x]:CodeableConcept|Reference type:CodeableConcept subType:CodeableConcept text:string securityLabel*:Contract.term.securityLabel !offer:Contract.term.offer asset*:Contract.term.asset action*:Contract.term.action group*:Contract.term
Contract.term.securityLabel<BackboneElement number*:unsignedInt !classification:Coding category*:Coding control*:Coding
Contract.term.offer<BackboneElement identifier*:Identifier party*:Contract.term.offer.party topic:Reference type:CodeableConcept decision:CodeableConcept decisionMode*:CodeableConcept answer*:Contract.term.offer.answer text:string linkId*:string securityLabelNumber*:unsignedInt
Contract.term.offer.party<BackboneElement !reference*:Reference !role:CodeableConcept
Contract.term.offer.answer<BackboneElement !value[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference
Contract.term.asset<BackboneElement scope:CodeableConcept type*:CodeableConcept typeReference*:Reference subtype*:CodeableConcept relationship:Coding context*:Contract.term.asset.context condition:string periodType*:CodeableConcept period*:Period usePeriod*:Period text:string linkId*:string answer*:Contract.term.offer.answer securityLabelNumber*:unsignedInt valuedItem*:Contract.term.asset.valuedItem
Contract.term.asset.context<BackboneElement reference:Reference code*:CodeableConcept text:string
Contract.term.asset.valuedItem<BackboneElement entity[x]:CodeableConcept|Reference identifier:Identifier effectiveTime:dateTime quantity:Quantity unitPrice:Money factor:decimal points:decimal net:Money payment:string paymentDate:dateTime responsible:Reference recipient:Reference linkId*:string securityLabelNumber*:unsignedInt
Contract.term.action<BackboneElement doNotPerform:boolean !type:CodeableConcept subject*:Contract.term.action.subject !intent:CodeableConcept linkId*:string !status:CodeableConcept context:Reference contextLinkId*:string occurrence[x]:dateTime|Period|Timing requester*:Reference requesterLinkId*:string performerType*:CodeableConcept performerRole:CodeableConcept performer:Reference performerLinkId*:string reasonCode*:CodeableConcept reasonReference*:Reference reason*:string reasonLinkId*:string note*:Annotation securityLabelNumber*:unsignedInt
Contract.term.action.subject<BackboneElement !reference*:Reference role:CodeableConcept
Contract.signer<BackboneElement !type:Coding !party:Reference !signature*:Signature
Contract.friendly<BackboneElement !content[x]:Attachment|Reference
Contract.legal<BackboneElement !content[x]:Attachment|Reference
Contract.rule<BackboneElement !content[x]:Attachment|Reference
Coverage<DomainResource identifier*:Identifier !status:code=fm-status type:CodeableConcept policyHolder:Reference subscriber:Reference subscriberId:string !beneficiary:Reference dependent:string relationship:CodeableConcept period:Period !payor*:Reference class*:Coverage.class order:positiveInt network:string costToBeneficiary*:Coverage.costToBeneficiary subrogation:boolean contract*:Reference
Coverage.class<BackboneElement !type:CodeableConcept !value:string name:string
Coverage.costToBeneficiary<BackboneElement type:CodeableConcept !value[x]:Quantity|Money exception*:Coverage.costToBeneficiary.exception
Coverage.costToBeneficiary.exception<BackboneElement !type:CodeableConcept period:Period
CoverageEligibilityRequest<DomainResource identifier*:Identifier !status:code=fm-status priority:CodeableConcept !purpose*:code=eligibilityrequest-purpose !patient:Reference serviced[x]:date|Period !created:dateTime enterer:Reference provider:Reference !insurer:Reference facility:Reference supportingInfo*:CoverageEligibilityRequest.supportingInfo insurance*:CoverageEligibilityRequest.insurance item*:CoverageEligibilityRequest.item
CoverageEligibilityRequest.supportingInfo<BackboneElement !sequence:positiveInt !information:Reference appliesToAll:boolean
CoverageEligibilityRequest.insurance<BackboneElement focal:boolean !coverage:Reference businessArrangement:string
CoverageEligibilityRequest.item<BackboneElement supportingInfoSequence*:positiveInt category:CodeableConcept productOrService:CodeableConcept modifier*:CodeableConcept provider:Reference quantity:Quantity unitPrice:Money facility:Reference diagnosis*:CoverageEligibilityRequest.item.diagnosis detail*:Reference
CoverageEligibilityRequest.item.diagnosis<BackboneElement diagnosis[x]:CodeableConcept|Reference
CoverageEligibilityResponse<DomainResource identifier*:Identifier !status:code=fm-status !purpose*:code=eligibilityresponse-purpose !patient:Reference serviced[x]:date|Period !created:dateTime requestor:Reference !request:Reference !outcome:code=remittance-outcome disposition:string !insurer:Reference insurance*:CoverageEligibilityResponse.insurance preAuthRef:string form:CodeableConcept error*:CoverageEligibilityResponse.error
CoverageEligibilityResponse.insurance<BackboneElement !coverage:Reference inforce:boolean benefitPeriod:Period item*:CoverageEligibilityResponse.insurance.item
CoverageEligibilityResponse.insurance.item<BackboneElement category:CodeableConcept productOrService:CodeableConcept modifier*:CodeableConcept provider:Reference excluded:boolean name:string description:string network:CodeableConcept unit:CodeableConcept term:CodeableConcept benefit*:CoverageEligibilityResponse.insurance.item.benefit authorizationRequired:boolean authorizationSupporting*:CodeableConcept authorizationUrl:uri
CoverageEligibilityResponse.insurance.item.benefit<BackboneElement !type:CodeableConcept allowed[x]:unsignedInt|string|Money used[x]:unsignedInt|string|Money
CoverageEligibilityResponse.error<BackboneElement !code:CodeableConcept
DetectedIssue<DomainResource identifier*:Identifier !status:code=observation-status code:CodeableConcept severity:code=detectedissue-severity patient:Reference identified[x]:dateTime|Period author:Reference implicated*:Reference evidence*:DetectedIssue.evidence detail:string reference:uri mitigation*:DetectedIssue.mitigation
DetectedIssue.evidence<BackboneElement code*:CodeableConcept detail*:Reference
DetectedIssue.mitigation<BackboneElement !action:CodeableConcept date:dateTime author:Reference
Device<DomainResource identifier*:Identifier definition:Reference udiCarrier*:Device.udiCarrier status:code=device-status statusReason*:CodeableConcept distinctIdentifier:string manufacturer:string manufactureDate:dateTime expirationDate:dateTime lotNumber:string serialNumber:string deviceName*:Device.deviceName modelNumber:string partNumber:string type:CodeableConcept specialization*:Device.specialization version*:Device.version property*:Device.property patient:Reference owner:Reference contact*:ContactPoint location:Reference url:uri note*:Annotation safety*:CodeableConcept parent:Reference
Device.udiCarrier<BackboneElement deviceIdentifier:string issuer:uri jurisdiction:uri carrierAIDC:base64Binary carrierHRF:string entryType:code=udi-entry-type
Device.deviceName<BackboneElement !name:string !type:code=device-nametype
Device.specialization<BackboneElement !systemType:CodeableConcept version:string
Device.version<BackboneElement type:CodeableConcept component:Identifier !value:string
Device.property<BackboneElement !type:CodeableConcept valueQuantity*:Quantity valueCode*:CodeableConcept
DeviceDefinition<DomainResource identifier*:Identifier udiDeviceIdentifier*:DeviceDefinition.udiDeviceIdentifier manufacturer[x]:string|Reference deviceName*:DeviceDefinition.deviceName modelNumber:string type:CodeableConcept specialization*:DeviceDefinition.specialization version*:string safety*:CodeableConcept shelfLifeStorage*:ProductShelfLife physicalCharacteristics:ProdCharacteristic languageCode*:CodeableConcept capability*:DeviceDefinition.capability property*:DeviceDefinition.property owner:Reference contact*:ContactPoint url:uri onlineInformation:uri note*:Annotation quantity:Quantity parentDevice:Reference material*:DeviceDefinition.material
DeviceDefinition.udiDeviceIdentifier<BackboneElement !deviceIdentifier:string !issuer:uri !jurisdiction:uri
DeviceDefinition.deviceName<BackboneElement !name:string !type:code=device-nametype
DeviceDefinition.specialization<BackboneElement !systemType:string version:string
DeviceDefinition.capability<BackboneElement !type:CodeableConcept description*:CodeableConcept
DeviceDefinition.property<BackboneElement !type:CodeableConcept valueQuantity*:Quantity valueCode*:CodeableConcept
DeviceDefinition.material<BackboneElement !substance:CodeableConcept alternate:boolean allergenicIndicator:boolean
DeviceMetric<DomainResource identifier*:Identifier !type:CodeableConcept unit:CodeableConcept source:Reference parent:Reference operationalStatus:code=metric-operational-status color:code=metric-color !category:code=metric-category measurementPeriod:Timing calibration*:DeviceMetric.calibration
DeviceMetric.calibration<BackboneElement type:code=metric-calibration-type state:code=metric-calibration-state time:instant
DeviceRequest<DomainResource identifier*:Identifier instantiatesCanonical*:canonical instantiatesUri*:uri basedOn*:Reference priorRequest*:Reference groupIdentifier:Identifier status:code=request-status !intent:code=request-intent priority:code=request-priority !code[x]:Reference|CodeableConcept parameter*:DeviceRequest.parameter !subject:Reference encounter:Reference occurrence[x]:dateTime|Period|Timing authoredOn:dateTime requester:Reference performerType:CodeableConcept performer:Reference reasonCode*:CodeableConcept reasonReference*:Reference insurance*:Reference supportingInfo*:Reference note*:Annotation relevantHistory*:Reference
DeviceRequest.parameter<BackboneElement code:CodeableConcept value[x]:CodeableConcept|Quantity|Range|boolean
DeviceUseStatement<DomainResource identifier*:Identifier basedOn*:Reference !status:code=device-statement-status !subject:Reference derivedFrom*:Reference timing[x]:Timing|Period|dateTime recordedOn:dateTime source:Reference !device:Reference reasonCode*:CodeableConcept reasonReference*:Reference bodySite:CodeableConcept note*:Annotation
DiagnosticReport<DomainResource identifier*:Identifier basedOn*:Reference !status:code=diagnostic-report-status category*:CodeableConcept !code:CodeableConcept subject:Reference encounter:Reference effective[x]:dateTime|Period issued:instant performer*:Reference resultsInterpreter*:Reference specimen*:Reference result*:Reference imagingStudy*:Reference media*:DiagnosticReport.media conclusion:string conclusionCode*:CodeableConcept presentedForm*:Attachment
DiagnosticReport.media<BackboneElement comment:string !link:Reference
DocumentManifest<DomainResource masterIdentifier:Identifier identifier*:Identifier !status:code=document-reference-status type:CodeableConcept subject:Reference created:dateTime author*:Reference recipient*:Reference source:uri description:string !content*:Reference related*:DocumentManifest.related
DocumentManifest.related<BackboneElement identifier:Identifier ref:Reference
DocumentReference<DomainResource masterIdentifier:Identifier identifier*:Identifier !status:code=document-reference-status docStatus:code=composition-status type:CodeableConcept category*:CodeableConcept subject:Reference date:instant author*:Reference authenticator:Reference custodian:Reference relatesTo*:DocumentReference.relatesTo description:string securityLabel*:CodeableConcept !content*:DocumentReference.content context:DocumentReference.context
DocumentReference.relatesTo<BackboneElement !code:code=document-relationship-type !target:Reference
DocumentReference.content<BackboneElement !attachment:Attachment format:Coding
DocumentReference.context<BackboneElement encounter*:Reference event*:CodeableConcept period:Period facilityType:CodeableConcept practiceSetting:CodeableConcept sourcePatientInfo:Reference related*:Reference
DomainResource<Resource text:Narrative contained*:Resource extension*:Extension modifierExtension*:Extension
EffectEvidenceSynthesis<DomainResource url:uri identifier*:Identifier version:string name:string title:string !status:code=publication-status date:dateTime publisher:string contact*:ContactDetail description:markdown note*:Annotation useContext*:UsageContext jurisdiction*:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact synthesisType:CodeableConcept studyType:CodeableConcept !population:Reference !exposure:Reference !exposureAlternative:Reference !outcome:Reference sampleSize:EffectEvidenceSynthesis.sampleSize resultsByExposure*:EffectEvidenceSynthesis.resultsByExposure effectEstimate*:EffectEvidenceSynthesis.effectEstimate certainty*:EffectEvidenceSynthesis.certainty
EffectEvidenceSynthesis.sampleSize<BackboneElement description:string numberOfStudies:integer numberOfParticipants:integer
EffectEvidenceSynthesis.resultsByExposure<BackboneElement description:string exposureState:code=exposure-state variantState:CodeableConcept !riskEvidenceSynthesis:Reference
EffectEvidenceSynthesis.effectEstimate<BackboneElement description:string type:CodeableConcept variantState:CodeableConcept value:decimal unitOfMeasure:CodeableConcept precisionEstimate*:EffectEvidenceSynthesis.effectEstimate.precisionEstimate
EffectEvidenceSynthesis.effectEstimate.precisionEstimate<BackboneElement type:CodeableConcept level:decimal from:decimal to:decimal
EffectEvidenceSynthesis.certainty<BackboneElement rating*:CodeableConcept note*:Annotation certaintySubcomponent*:EffectEvidenceSynthesis.certainty.certaintySubcomponent
EffectEvidenceSynthesis.certainty.certaintySubcomponent<BackboneElement type:CodeableConcept rating*:CodeableConcept note*:Annotation
Encounter<DomainResource identifier*:Identifier !status:code=encounter-status statusHistory*:Encounter.statusHistory !class:Coding classHistory*:Encounter.classHistory type*:CodeableConcept serviceType:CodeableConcept priority:CodeableConcept subject:Reference episodeOfCare*:Reference basedOn*:Reference participant*:Encounter.participant appointment*:Reference period:Period length:Duration reasonCode*:CodeableConcept reasonReference*:Reference diagnosis*:Encounter.diagnosis account*:Reference hospitalization:Encounter.hospitalization location*:Encounter.location serviceProvider:Reference partOf:Reference
Encounter.statusHistory<BackboneElement !status:code=encounter-status !period:Period
Encounter.classHistory<BackboneElement !class:Coding !period:Period
Encounter.participant<BackboneElement type*:CodeableConcept period:Period individual:Reference
Encounter.diagnosis<BackboneElement !condition:Reference use:CodeableConcept rank:positiveInt
Encounter.hospitalization<BackboneElement preAdmissionIdentifier:Identifier origin:Reference admitSource:CodeableConcept reAdmission:CodeableConcept dietPreference*:CodeableConcept specialCourtesy*:CodeableConcept specialArrangement*:CodeableConcept destination:Reference dischargeDisposition:CodeableConcept
Encounter.location<BackboneElement !location:Reference status:code=encounter-location-status physicalType:CodeableConcept period:Period
Endpoint<DomainResource identifier*:Identifier !status:code=endpoint-status !connectionType:Coding name:string managingOrganization:Reference contact*:ContactPoint period:Period !payloadType*:CodeableConcept payloadMimeType*:code !address:url header*:string
EnrollmentRequest<DomainResource identifier*:Identifier status:code=fm-status created:dateTime insurer:Reference provider:Reference candidate:Reference coverage:Reference
EnrollmentResponse<DomainResource identifier*:Identifier status:code=fm-status request:Reference outcome:code=remittance-outcome disposition:string created:dateTime organization:Reference requestProvider:Reference
EpisodeOfCare<DomainResource identifier*:Identifier !status:code=episode-of-care-status statusHistory*:EpisodeOfCare.statusHistory type*:CodeableConcept diagnosis*:EpisodeOfCare.diagnosis !patient:Reference managingOrganization:Reference period:Period referralRequest*:Reference careManager:Reference team*:Reference account*:Reference
EpisodeOfCare.statusHistory<BackboneElement !status:code=episode-of-care-status !period:Period
EpisodeOfCare.diagnosis<BackboneElement !condition:Reference role:CodeableConcept rank:positiveInt
EventDefinition<DomainResource url:uri identifier*:Identifier version:string name:string title:string subtitle:string !status:code=publication-status experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact !trigger*:TriggerDefinition
Evidence<DomainResource url:uri identifier*:Identifier version:string name:string title:string shortTitle:string subtitle:string !status:code=publication-status date:dateTime publisher:string contact*:ContactDetail description:markdown note*:Annotation useContext*:UsageContext jurisdiction*:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact !exposureBackground:Reference exposureVariant*:Reference outcome*:Reference
EvidenceVariable<DomainResource url:uri identifier*:Identifier version:string name:string title:string shortTitle:string subtitle:string !status:code=publication-status date:dateTime publisher:string contact*:ContactDetail description:markdown note*:Annotation useContext*:UsageContext jurisdiction*:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact type:code=variable-type !characteristic*:EvidenceVariable.characteristic
EvidenceVariable.characteristic<BackboneElement description:string !definition[x]:Reference|canonical|CodeableConcept|Expression|DataRequirement|TriggerDefinition usageContext*:UsageContext exclude:boolean participantEffective[x]:dateTime|Period|Duration|Timing timeFromStart:Duration groupMeasure:code=group-measure
ExampleScenario<DomainResource url:uri identifier*:Identifier version:string name:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail useContext*:UsageContext jurisdiction*:CodeableConcept copyright:markdown purpose:markdown actor*:ExampleScenario.actor instance*:ExampleScenario.instance process*:ExampleScenario.process workflow*:canonical
ExampleScenario.actor<BackboneElement !actorId:string !type:code=examplescenario-actor-type name:string description:markdown
ExampleScenario.instance<BackboneElement !resourceId:string !resourceType:code=resource-types name:string description:markdown version*:ExampleScenario.instance.version containedInstance*:ExampleScenario.instance.containedInstance
ExampleScenario.instance.version<BackboneElement !versionId:string !description:markdown
ExampleScenario.instance.containedInstance<BackboneElement !resourceId:string versionId:string
ExampleScenario.process<BackboneElement !title:string description:markdown preConditions:markdown postConditions:markdown step*:ExampleScenario.process.step
ExampleScenario.process.step<BackboneElement process*:ExampleScenario.process pause:boolean operation:ExampleScenario.process.step.operation alternative*:ExampleScenario.process.step.alternative
ExampleScenario.process.step.operation<BackboneElement !number:string type:string name:string initiator:string receiver:string description:markdown initiatorActive:boolean receiverActive:boolean request:ExampleScenario.instance.containedInstance response:ExampleScenario.instance.containedInstance
ExampleScenario.process.step.alternative<BackboneElement !title:string description:markdown step*:ExampleScenario.process.step
ExplanationOfBenefit<DomainResource identifier*:Identifier !status:code=explanationofbenefit-status !type:CodeableConcept subType:CodeableConcept !use:code=claim-use !patient:Reference billablePeriod:Period !created:dateTime enterer:Reference !insurer:Reference !provider:Reference priority:CodeableConcept fundsReserveRequested:CodeableConcept fundsReserve:CodeableConcept related*:ExplanationOfBenefit.related prescription:Reference originalPrescription:Reference payee:ExplanationOfBenefit.payee referral:Reference facility:Reference claim:Reference claimResponse:Reference !outcome:code=remittance-outcome disposition:string preAuthRef*:string preAuthRefPeriod*:Period careTeam*:ExplanationOfBenefit.careTeam supportingInfo*:ExplanationOfBenefit.supportingInfo diagnosis*:ExplanationOfBenefit.diagnosis procedure*:ExplanationOfBenefit.procedure precedence:positiveInt !insurance*:ExplanationOfBenefit.insurance accident:ExplanationOfBenefit.accident item*:ExplanationOfBenefit.item addItem*:ExplanationOfBenefit.addItem adjudication*:ExplanationOfBenefit.item.adjudication total*:ExplanationOfBenefit.total payment:ExplanationOfBenefit.payment formCode:CodeableConcept form:Attachment processNote*:ExplanationOfBenefit.processNote benefitPeriod:Period benefitBalance*:ExplanationOfBenefit.benefitBalance
ExplanationOfBenefit.related<BackboneElement claim:Reference relationship:CodeableConcept reference:Identifier
ExplanationOfBenefit.payee<BackboneElement type:CodeableConcept party:Reference
ExplanationOfBenefit.careTeam<BackboneElement !sequence:positiveInt !provider:Reference responsible:boolean role:CodeableConcept qualification:CodeableConcept
ExplanationOfBenefit.supportingInfo<BackboneElement !sequence:positiveInt !category:CodeableConcept code:CodeableConcept timing[x]:date|Period value[x]:boolean|string|Quantity|Attachment|Reference reason:Coding
ExplanationOfBenefit.diagnosis<BackboneElement !sequence:positiveInt !diagnosis[x]:CodeableConcept|Reference type*:CodeableConcept onAdmission:CodeableConcept packageCode:CodeableConcept
ExplanationOfBenefit.procedure<BackboneElement !sequence:positiveInt type*:CodeableConcept date:dateTime !procedure[x]:CodeableConcept|Reference udi*:Reference
ExplanationOfBenefit.insurance<BackboneElement !focal:boolean !coverage:Reference preAuthRef*:string
ExplanationOfBenefit.accident<BackboneElement date:date type:CodeableConcept location[x]:Address|Reference
ExplanationOfBenefit.item<BackboneElement !sequence:positiveInt careTeamSequence*:positiveInt diagnosisSequence*:positiveInt procedureSequence*:positiveInt informationSequence*:positiveInt revenue:CodeableConcept category:CodeableConcept !productOrService:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money udi*:Reference bodySite:CodeableConcept subSite*:CodeableConcept encounter*:Reference noteNumber*:positiveInt adjudication*:ExplanationOfBenefit.item.adjudication detail*:ExplanationOfBenefit.item.detail
ExplanationOfBenefit.item.adjudication<BackboneElement !category:CodeableConcept reason:CodeableConcept amount:Money value:decimal
ExplanationOfBenefit.item.detail<BackboneElement !sequence:positiveInt revenue:CodeableConcept category:CodeableConcept !productOrService:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi*:Reference noteNumber*:positiveInt adjudication*:ExplanationOfBenefit.item.adjudication subDetail*:ExplanationOfBenefit.item.detail.subDetail
ExplanationOfBenefit.item.detail.subDetail<BackboneElement !sequence:positiveInt revenue:CodeableConcept category:CodeableConcept !productOrService:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi*:Reference noteNumber*:positiveInt adjudication*:ExplanationOfBenefit.item.adjudication
ExplanationOfBenefit.addItem<BackboneElement itemSequence*:positiveInt detailSequence*:positiveInt subDetailSequence*:positiveInt provider*:Reference !productOrService:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money bodySite:CodeableConcept subSite*:CodeableConcept noteNumber*:positiveInt adjudication*:ExplanationOfBenefit.item.adjudication detail*:ExplanationOfBenefit.addItem.detail
ExplanationOfBenefit.addItem.detail<BackboneElement !productOrService:CodeableConcept modifier*:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money noteNumber*:positiveInt adjudication*:ExplanationOfBenefit.item.adjudication subDetail*:ExplanationOfBenefit.addItem.detail.subDetail
ExplanationOfBenefit.addItem.detail.subDetail<BackboneElement !productOrService:CodeableConcept modifier*:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money noteNumber*:positiveInt adjudication*:ExplanationOfBenefit.item.adjudication
ExplanationOfBenefit.total<BackboneElement !category:CodeableConcept !amount:Money
ExplanationOfBenefit.payment<BackboneElement type:CodeableConcept adjustment:Money adjustmentReason:CodeableConcept date:date amount:Money identifier:Identifier
ExplanationOfBenefit.processNote<BackboneElement number:positiveInt type:code=note-type text:string language:CodeableConcept
ExplanationOfBenefit.benefitBalance<BackboneElement !category:CodeableConcept excluded:boolean name:string description:string network:CodeableConcept unit:CodeableConcept term:CodeableConcept financial*:ExplanationOfBenefit.benefitBalance.financial
ExplanationOfBenefit.benefitBalance.financial<BackboneElement !type:CodeableConcept allowed[x]:unsignedInt|string|Money used[x]:unsignedInt|Money
FamilyMemberHistory<DomainResource identifier*:Identifier instantiatesCanonical*:canonical instantiatesUri*:uri !status:code=history-status dataAbsentReason:CodeableConcept !patient:Reference date:dateTime name:string !relationship:CodeableConcept sex:CodeableConcept born[x]:Period|date|string age[x]:Age|Range|string estimatedAge:boolean deceased[x]:boolean|Age|Range|date|string reasonCode*:CodeableConcept reasonReference*:Reference note*:Annotation condition*:FamilyMemberHistory.condition
FamilyMemberHistory.condition<BackboneElement !code:CodeableConcept outcome:CodeableConcept contributedToDeath:boolean onset[x]:Age|Range|Period|string note*:Annotation
Flag<DomainResource identifier*:Identifier !status:code=flag-status category*:CodeableConcept !code:CodeableConcept !subject:Reference period:Period encounter:Reference author:Reference
Goal<DomainResource identifier*:Identifier !lifecycleStatus:code=goal-status achievementStatus:CodeableConcept category*:CodeableConcept priority:CodeableConcept !description:CodeableConcept !subject:Reference start[x]:date|CodeableConcept target*:Goal.target statusDate:date statusReason:string expressedBy:Reference addresses*:Reference note*:Annotation outcomeCode*:CodeableConcept outcomeReference*:Reference
Goal.target<BackboneElement measure:CodeableConcept detail[x]:Quantity|Range|CodeableConcept|string|boolean|integer|Ratio due[x]:date|Duration
GraphDefinition<DomainResource url:uri version:string !name:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown !start:code=resource-types profile:canonical link*:GraphDefinition.link
GraphDefinition.link<BackboneElement path:string sliceName:string min:integer max:string description:string target*:GraphDefinition.link.target
GraphDefinition.link.target<BackboneElement !type:code=resource-types params:string profile:canonical compartment*:GraphDefinition.link.target.compartment link*:GraphDefinition.link
GraphDefinition.link.target.compartment<BackboneElement !use:code=graph-compartment-use !code:code=compartment-type !rule:code=graph-compartment-rule expression:string description:string
Group<DomainResource identifier*:Identifier active:boolean !type:code=group-type !actual:boolean code:CodeableConcept name:string quantity:unsignedInt managingEntity:Reference characteristic*:Group.characteristic member*:Group.member
Group.characteristic<BackboneElement !code:CodeableConcept !value[x]:CodeableConcept|boolean|Quantity|Range|Reference !exclude:boolean period:Period
Group.member<BackboneElement !entity:Reference period:Period inactive:boolean
GuidanceResponse<DomainResource requestIdentifier:Identifier identifier*:Identifier !module[x]:uri|canonical|CodeableConcept !status:code=guidance-response-status subject:Reference encounter:Reference occurrenceDateTime:dateTime performer:Reference reasonCode*:CodeableConcept reasonReference*:Reference note*:Annotation evaluationMessage*:Reference outputParameters:Reference result:Reference dataRequirement*:DataRequirement
HealthcareService<DomainResource identifier*:Identifier active:boolean providedBy:Reference category*:CodeableConcept type*:CodeableConcept specialty*:CodeableConcept location*:Reference name:string comment:string extraDetails:markdown photo:Attachment telecom*:ContactPoint coverageArea*:Reference serviceProvisionCode*:CodeableConcept eligibility*:HealthcareService.eligibility program*:CodeableConcept characteristic*:CodeableConcept communication*:CodeableConcept referralMethod*:CodeableConcept appointmentRequired:boolean availableTime*:HealthcareService.availableTime notAvailable*:HealthcareService.notAvailable availabilityExceptions:string endpoint*:Reference
HealthcareService.eligibility<BackboneElement code:CodeableConcept comment:markdown
HealthcareService.availableTime<BackboneElement daysOfWeek*:code=days-of-week allDay:boolean availableStartTime:time availableEndTime:time
HealthcareService.notAvailable<BackboneElement !description:string during:Period
ImagingStudy<DomainResource identifier*:Identifier !status:code=imagingstudy-status modality*:Coding !subject:Reference encounter:Reference started:dateTime basedOn*:Reference referrer:Reference interpreter*:Reference endpoint*:Reference numberOfSeries:unsignedInt numberOfInstances:unsignedInt procedureReference:Reference procedureCode*:CodeableConcept location:Reference reasonCode*:CodeableConcept reasonReference*:Reference note*:Annotation description:string series*:ImagingStudy.series
ImagingStudy.series<BackboneElement !uid:id number:unsignedInt !modality:Coding description:string numberOfInstances:unsignedInt endpoint*:Reference bodySite:Coding laterality:Coding specimen*:Reference started:dateTime performer*:ImagingStudy.series.performer instance*:ImagingStudy.series.instance
ImagingStudy.series.performer<BackboneElement function:CodeableConcept !actor:Reference
ImagingStudy.series.instance<BackboneElement !uid:id !sopClass:Coding number:unsignedInt title:string
Immunization<DomainResource identifier*:Identifier !status:code=immunization-status statusReason:CodeableConcept !vaccineCode:CodeableConcept !patient:Reference encounter:Reference !occurrence[x]:dateTime|string recorded:dateTime primarySource:boolean reportOrigin:CodeableConcept location:Reference manufacturer:Reference lotNumber:string expirationDate:date site:CodeableConcept route:CodeableConcept doseQuantity:Quantity performer*:Immunization.performer note*:Annotation reasonCode*:CodeableConcept reasonReference*:Reference isSubpotent:boolean subpotentReason*:CodeableConcept education*:Immunization.education programEligibility*:CodeableConcept fundingSource:CodeableConcept reaction*:Immunization.reaction protocolApplied*:Immunization.protocolApplied
Immunization.performer<BackboneElement function:CodeableConcept !actor:Reference
Immunization.education<BackboneElement documentType:string reference:uri publicationDate:dateTime presentationDate:dateTime
Immunization.reaction<BackboneElement date:dateTime detail:Reference reported:boolean
Immunization.protocolApplied<BackboneElement series:string authority:Reference targetDisease*:CodeableConcept !doseNumber[x]:positiveInt|string seriesDoses[x]:positiveInt|string
ImmunizationEvaluation<DomainResource identifier*:Identifier !status:code=immunization-evaluation-status !patient:Reference date:dateTime authority:Reference !targetDisease:CodeableConcept !immunizationEvent:Reference !doseStatus:CodeableConcept doseStatusReason*:CodeableConcept description:string series:string doseNumber[x]:positiveInt|string seriesDoses[x]:positiveInt|string
ImmunizationRecommendation<DomainResource identifier*:Identifier !patient:Reference !date:dateTime authority:Reference !recommendation*:ImmunizationRecommendation.recommendation
ImmunizationRecommendation.recommendation<BackboneElement vaccineCode*:CodeableConcept targetDisease:CodeableConcept contraindicatedVaccineCode*:CodeableConcept !forecastStatus:CodeableConcept forecastReason*:CodeableConcept dateCriterion*:ImmunizationRecommendation.recommendation.dateCriterion description:string series:string doseNumber[x]:positiveInt|string seriesDoses[x]:positiveInt|string supportingImmunization*:Reference supportingPatientInformation*:Reference
ImmunizationRecommendation.recommendation.dateCriterion<BackboneElement !code:CodeableConcept !value:dateTime
ImplementationGuide<DomainResource !url:uri version:string !name:string title:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept copyright:markdown !packageId:id license:code=spdx-license !fhirVersion*:code=FHIR-version dependsOn*:ImplementationGuide.dependsOn global*:ImplementationGuide.global definition:ImplementationGuide.definition manifest:ImplementationGuide.manifest
ImplementationGuide.dependsOn<BackboneElement !uri:canonical packageId:id version:string
ImplementationGuide.global<BackboneElement !type:code=resource-types !profile:canonical
ImplementationGuide.definition<BackboneElement grouping*:ImplementationGuide.definition.grouping !resource*:ImplementationGuide.definition.resource page:ImplementationGuide.definition.page parameter*:ImplementationGuide.definition.parameter template*:ImplementationGuide.definition.template
ImplementationGuide.definition.grouping<BackboneElement !name:string description:string
ImplementationGuide.definition.resource<BackboneElement !reference:Reference fhirVersion*:code=FHIR-version name:string description:string example[x]:boolean|canonical groupingId:id
ImplementationGuide.definition.page<BackboneElement !name[x]:url|Reference !title:string !generation:code=guide-page-generation page*:ImplementationGuide.definition.page
ImplementationGuide.definition.parameter<BackboneElement !code:code=guide-parameter-code !value:string
ImplementationGuide.definition.template<BackboneElement !code:code !source:string scope:string
ImplementationGuide.manifest<BackboneElement rendering:url !resource*:ImplementationGuide.manifest.resource page*:ImplementationGuide.manifest.page image*:string other*:string
ImplementationGuide.manifest.resource<BackboneElement !reference:Reference example[x]:boolean|canonical relativePath:url
ImplementationGuide.manifest.page<BackboneElement !name:string title:string anchor*:string
InsurancePlan<DomainResource identifier*:Identifier status:code=publication-status type*:CodeableConcept name:string alias*:string period:Period ownedBy:Reference administeredBy:Reference coverageArea*:Reference contact*:InsurancePlan.contact endpoint*:Reference network*:Reference coverage*:InsurancePlan.coverage plan*:InsurancePlan.plan
InsurancePlan.contact<BackboneElement purpose:CodeableConcept name:HumanName telecom*:ContactPoint address:Address
InsurancePlan.coverage<BackboneElement !type:CodeableConcept network*:Reference !benefit*:InsurancePlan.coverage.benefit
InsurancePlan.coverage.benefit<BackboneElement !type:CodeableConcept requirement:string limit*:InsurancePlan.coverage.benefit.limit
InsurancePlan.coverage.benefit.limit<BackboneElement value:Quantity code:CodeableConcept
InsurancePlan.plan<BackboneElement identifier*:Identifier type:CodeableConcept coverageArea*:Reference network*:Reference generalCost*:InsurancePlan.plan.generalCost specificCost*:InsurancePlan.plan.specificCost
InsurancePlan.plan.generalCost<BackboneElement type:CodeableConcept groupSize:positiveInt cost:Money comment:string
InsurancePlan.plan.specificCost<BackboneElement !category:CodeableConcept benefit*:InsurancePlan.plan.specificCost.benefit
InsurancePlan.plan.specificCost.benefit<BackboneElement !type:CodeableConcept cost*:InsurancePlan.plan.specificCost.benefit.cost
InsurancePlan.plan.specificCost.benefit.cost<BackboneElement !type:CodeableConcept applicability:CodeableConcept qualifiers*:CodeableConcept value:Quantity
Invoice<DomainResource identifier*:Identifier !status:code=invoice-status cancelledReason:string type:CodeableConcept subject:Reference recipient:Reference date:dateTime participant*:Invoice.participant issuer:Reference account:Reference lineItem*:Invoice.lineItem totalPriceComponent*:Invoice.lineItem.priceComponent totalNet:Money totalGross:Money paymentTerms:markdown note*:Annotation
Invoice.participant<BackboneElement role:CodeableConcept !actor:Reference
Invoice.lineItem<BackboneElement sequence:positiveInt !chargeItem[x]:Reference|CodeableConcept priceComponent*:Invoice.lineItem.priceComponent
Invoice.lineItem.priceComponent<BackboneElement !type:code=invoice-priceComponentType code:CodeableConcept factor:decimal amount:Money
Library<DomainResource url:uri identifier*:Identifier version:string name:string title:string subtitle:string !status:code=publication-status experimental:boolean !type:CodeableConcept subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact parameter*:ParameterDefinition dataRequirement*:DataRequirement content*:Attachment
Linkage<DomainResource active:boolean author:Reference !item*:Linkage.item
Linkage.item<BackboneElement !type:code=linkage-type !resource:Reference
List<DomainResource identifier*:Identifier !status:code=list-status !mode:code=list-mode title:string code:CodeableConcept subject:Reference encounter:Reference date:dateTime source:Reference orderedBy:CodeableConcept note*:Annotation entry*:List.entry emptyReason:CodeableConcept
List.entry<BackboneElement flag:CodeableConcept deleted:boolean date:dateTime !item:Reference
Location<DomainResource identifier*:Identifier status:code=location-status operationalStatus:Coding name:string alias*:string description:string mode:code=location-mode type*:CodeableConcept telecom*:ContactPoint address:Address physicalType:CodeableConcept position:Location.position managingOrganization:Reference partOf:Reference hoursOfOperation*:Location.hoursOfOperation availabilityExceptions:string endpoint*:Reference
Location.position<BackboneElement !longitude:decimal !latitude:decimal altitude:decimal
Location.hoursOfOperation<BackboneElement daysOfWeek*:code=days-of-week allDay:boolean openingTime:time closingTime:time
Measure<DomainResource url:uri identifier*:Identifier version:string name:string title:string subtitle:string !status:code=publication-status experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact library*:canonical disclaimer:markdown scoring:CodeableConcept compositeScoring:CodeableConcept type*:CodeableConcept riskAdjustment:string rateAggregation:string rationale:markdown clinicalRecommendationStatement:markdown improvementNotation:CodeableConcept definition*:markdown guidance:markdown group*:Measure.group supplementalData*:Measure.supplementalData
Measure.group<BackboneElement code:CodeableConcept description:string population*:Measure.group.population stratifier*:Measure.group.stratifier
Measure.group.population<BackboneElement code:CodeableConcept description:string !criteria:Expression
Measure.group.stratifier<BackboneElement code:CodeableConcept description:string criteria:Expression component*:Measure.group.stratifier.component
Measure.group.stratifier.component<BackboneElement code:CodeableConcept description:string !criteria:Expression
Measure.supplementalData<BackboneElement code:CodeableConcept usage*:CodeableConcept description:string !criteria:Expression
MeasureReport<DomainResource identifier*:Identifier !status:code=measure-report-status !type:code=measure-report-type !measure:canonical subject:Reference date:dateTime reporter:Reference !period:Period improvementNotation:CodeableConcept group*:MeasureReport.group evaluatedResource*:Reference
MeasureReport.group<BackboneElement code:CodeableConcept population*:MeasureReport.group.population measureScore:Quantity stratifier*:MeasureReport.group.stratifier
MeasureReport.group.population<BackboneElement code:CodeableConcept count:integer subjectResults:Reference
MeasureReport.group.stratifier<BackboneElement code*:CodeableConcept stratum*:MeasureReport.group.stratifier.stratum
MeasureReport.group.stratifier.stratum<BackboneElement value:CodeableConcept component*:MeasureReport.group.stratifier.stratum.component population*:MeasureReport.group.stratifier.stratum.population measureScore:Quantity
MeasureReport.group.stratifier.stratum.component<BackboneElement !code:CodeableConcept !value:CodeableConcept
MeasureReport.group.stratifier.stratum.population<BackboneElement code:CodeableConcept count:integer subjectResults:Reference
Media<DomainResource identifier*:Identifier basedOn*:Reference partOf*:Reference !status:code=event-status type:CodeableConcept modality:CodeableConcept view:CodeableConcept subject:Reference encounter:Reference created[x]:dateTime|Period issued:instant operator:Reference reasonCode*:CodeableConcept bodySite:CodeableConcept deviceName:string device:Reference height:positiveInt width:positiveInt frames:positiveInt duration:decimal !content:Attachment note*:Annotation
Medication<DomainResource identifier*:Identifier code:CodeableConcept status:code=medication-status manufacturer:Reference form:CodeableConcept amount:Ratio ingredient*:Medication.ingredient batch:Medication.batch
Medication.ingredient<BackboneElement !item[x]:CodeableConcept|Reference isActive:boolean strength:Ratio
Medication.batch<BackboneElement lotNumber:string expirationDate:dateTime
MedicationAdministration<DomainResource identifier*:Identifier instantiates*:uri partOf*:Reference !status:code=medication-admin-status statusReason*:CodeableConcept category:CodeableConcept !medication[x]:CodeableConcept|Reference !subject:Reference context:Reference supportingInformation*:Reference !effective[x]:dateTime|Period performer*:MedicationAdministration.performer reasonCode*:CodeableConcept reasonReference*:Reference request:Reference device*:Reference note*:Annotation dosage:MedicationAdministration.dosage eventHistory*:Reference
MedicationAdministration.performer<BackboneElement function:CodeableConcept !actor:Reference
MedicationAdministration.dosage<BackboneElement text:string site:CodeableConcept route:CodeableConcept method:CodeableConcept dose:Quantity rate[x]:Ratio|Quantity
MedicationDispense<DomainResource identifier*:Identifier partOf*:Reference !status:code=medicationdispense-status statusReason[x]:CodeableConcept|Reference category:CodeableConcept !medication[x]:CodeableConcept|Reference subject:Reference context:Reference supportingInformation*:Reference performer*:MedicationDispense.performer location:Reference authorizingPrescription*:Reference type:CodeableConcept quantity:Quantity daysSupply:Quantity whenPrepared:dateTime whenHandedOver:dateTime destination:Reference receiver*:Reference note*:Annotation dosageInstruction*:Dosage substitution:MedicationDispense.substitution detectedIssue*:Reference eventHistory*:Reference
MedicationDispense.performer<BackboneElement function:CodeableConcept !actor:Reference
MedicationDispense.substitution<BackboneElement !wasSubstituted:boolean type:CodeableConcept reason*:CodeableConcept responsibleParty*:Reference
MedicationKnowledge<DomainResource code:CodeableConcept status:code=medicationknowledge-status manufacturer:Reference doseForm:CodeableConcept amount:Quantity synonym*:string relatedMedicationKnowledge*:MedicationKnowledge.relatedMedicationKnowledge associatedMedication*:Reference productType*:CodeableConcept monograph*:MedicationKnowledge.monograph ingredient*:MedicationKnowledge.ingredient preparationInstruction:markdown intendedRoute*:CodeableConcept cost*:MedicationKnowledge.cost monitoringProgram*:MedicationKnowledge.monitoringProgram administrationGuidelines*:MedicationKnowledge.administrationGuidelines medicineClassification*:MedicationKnowledge.medicineClassification packaging:MedicationKnowledge.packaging drugCharacteristic*:MedicationKnowledge.drugCharacteristic contraindication*:Reference regulatory*:MedicationKnowledge.regulatory kinetics*:MedicationKnowledge.kinetics
MedicationKnowledge.relatedMedicationKnowledge<BackboneElement !type:CodeableConcept !reference*:Reference
MedicationKnowledge.monograph<BackboneElement type:CodeableConcept source:Reference
MedicationKnowledge.ingredient<BackboneElement !item[x]:CodeableConcept|Reference isActive:boolean strength:Ratio
MedicationKnowledge.cost<BackboneElement !type:CodeableConcept source:string !cost:Money
MedicationKnowledge.monitoringProgram<BackboneElement type:CodeableConcept name:string
MedicationKnowledge.administrationGuidelines<BackboneElement dosage*:MedicationKnowledge.administrationGuidelines.dosage indication[x]:CodeableConcept|Reference patientCharacteristics*:MedicationKnowledge.administrationGuidelines.patientCharacteristics
MedicationKnowledge.administrationGuidelines.dosage<BackboneElement !type:CodeableConcept !dosage*:Dosage
MedicationKnowledge.administrationGuidelines.patientCharacteristics<BackboneElement !characteristic[x]:CodeableConcept|Quantity value*:string
MedicationKnowledge.medicineClassification<BackboneElement !type:CodeableConcept classification*:CodeableConcept
MedicationKnowledge.packaging<BackboneElement type:CodeableConcept quantity:Quantity
MedicationKnowledge.drugCharacteristic<BackboneElement type:CodeableConcept value[x]:CodeableConcept|string|Quantity|base64Binary
MedicationKnowledge.regulatory<BackboneElement !regulatoryAuthority:Reference substitution*:MedicationKnowledge.regulatory.substitution schedule*:MedicationKnowledge.regulatory.schedule maxDispense:MedicationKnowledge.regulatory.maxDispense
MedicationKnowledge.regulatory.substitution<BackboneElement !type:CodeableConcept !allowed:boolean
MedicationKnowledge.regulatory.schedule<BackboneElement !schedule:CodeableConcept
MedicationKnowledge.regulatory.maxDispense<BackboneElement !quantity:Quantity period:Duration
MedicationKnowledge.kinetics<BackboneElement areaUnderCurve*:Quantity lethalDose50*:Quantity halfLifePeriod:Duration
MedicationRequest<DomainResource identifier*:Identifier !status:code=medicationrequest-status statusReason:CodeableConcept !intent:code=medicationrequest-intent category*:CodeableConcept priority:code=request-priority doNotPerform:boolean reported[x]:boolean|Reference !medication[x]:CodeableConcept|Reference !subject:Reference encounter:Reference supportingInformation*:Reference authoredOn:dateTime requester:Reference performer:Reference performerType:CodeableConcept recorder:Reference reasonCode*:CodeableConcept reasonReference*:Reference instantiatesCanonical*:canonical instantiatesUri*:uri basedOn*:Reference groupIdentifier:Identifier courseOfTherapyType:CodeableConcept insurance*:Reference note*:Annotation dosageInstruction*:Dosage dispenseRequest:MedicationRequest.dispenseRequest substitution:MedicationRequest.substitution priorPrescription:Reference detectedIssue*:Reference eventHistory*:Reference
MedicationRequest.dispenseRequest<BackboneElement initialFill:MedicationRequest.dispenseRequest.initialFill dispenseInterval:Duration validityPeriod:Period numberOfRepeatsAllowed:unsignedInt quantity:Quantity expectedSupplyDuration:Duration performer:Reference
MedicationRequest.dispenseRequest.initialFill<BackboneElement quantity:Quantity duration:Duration
MedicationRequest.substitution<BackboneElement !allowed[x]:boolean|CodeableConcept reason:CodeableConcept
MedicationStatement<DomainResource identifier*:Identifier basedOn*:Reference partOf*:Reference !status:code=medication-statement-status statusReason*:CodeableConcept category:CodeableConcept !medication[x]:CodeableConcept|Reference !subject:Reference context:Reference effective[x]:dateTime|Period dateAsserted:dateTime informationSource:Reference derivedFrom*:Reference reasonCode*:CodeableConcept reasonReference*:Reference note*:Annotation dosage*:Dosage
MedicinalProduct<DomainResource identifier*:Identifier type:CodeableConcept domain:Coding combinedPharmaceuticalDoseForm:CodeableConcept legalStatusOfSupply:CodeableConcept additionalMonitoringIndicator:CodeableConcept specialMeasures*:string paediatricUseIndicator:CodeableConcept productClassification*:CodeableConcept marketingStatus*:MarketingStatus pharmaceuticalProduct*:Reference packagedMedicinalProduct*:Reference attachedDocument*:Reference masterFile*:Reference contact*:Reference clinicalTrial*:Reference !name*:MedicinalProduct.name crossReference*:Identifier manufacturingBusinessOperation*:MedicinalProduct.manufacturingBusinessOperation specialDesignation*:MedicinalProduct.specialDesignation
MedicinalProduct.name<BackboneElement !productName:string namePart*:MedicinalProduct.name.namePart countryLanguage*:MedicinalProduct.name.countryLanguage
MedicinalProduct.name.namePart<BackboneElement !part:string !type:Coding
MedicinalProduct.name.countryLanguage<BackboneElement !country:CodeableConcept jurisdiction:CodeableConcept !language:CodeableConcept
MedicinalProduct.manufacturingBusinessOperation<BackboneElement operationType:CodeableConcept authorisationReferenceNumber:Identifier effectiveDate:dateTime confidentialityIndicator:CodeableConcept manufacturer*:Reference regulator:Reference
MedicinalProduct.specialDesignation<BackboneElement identifier*:Identifier type:CodeableConcept intendedUse:CodeableConcept indication[x]:CodeableConcept|Reference status:CodeableConcept date:dateTime species:CodeableConcept
MedicinalProductAuthorization<DomainResource identifier*:Identifier subject:Reference country*:CodeableConcept jurisdiction*:CodeableConcept status:CodeableConcept statusDate:dateTime restoreDate:dateTime validityPeriod:Period dataExclusivityPeriod:Period dateOfFirstAuthorization:dateTime internationalBirthDate:dateTime legalBasis:CodeableConcept jurisdictionalAuthorization*:MedicinalProductAuthorization.jurisdictionalAuthorization holder:Reference regulator:Reference procedure:MedicinalProductAuthorization.procedure
MedicinalProductAuthorization.jurisdictionalAuthorization<BackboneElement identifier*:Identifier country:CodeableConcept jurisdiction*:CodeableConcept legalStatusOfSupply:CodeableConcept validityPeriod:Period
MedicinalProductAuthorization.procedure<BackboneElement identifier:Identifier !type:CodeableConcept date[x]:Period|dateTime application*:MedicinalProductAuthorization.procedure
MedicinalProductContraindication<DomainResource subject*:Reference disease:CodeableConcept diseaseStatus:CodeableConcept comorbidity*:CodeableConcept therapeuticIndication*:Reference otherTherapy*:MedicinalProductContraindication.otherTherapy population*:Population
MedicinalProductContraindication.otherTherapy<BackboneElement !therapyRelationshipType:CodeableConcept !medication[x]:CodeableConcept|Reference
MedicinalProductIndication<DomainResource subject*:Reference diseaseSymptomProcedure:CodeableConcept diseaseStatus:CodeableConcept comorbidity*:CodeableConcept intendedEffect:CodeableConcept duration:Quantity otherTherapy*:MedicinalProductIndication.otherTherapy undesirableEffect*:Reference population*:Population
MedicinalProductIndication.otherTherapy<BackboneElement !therapyRelationshipType:CodeableConcept !medication[x]:CodeableConcept|Reference
MedicinalProductIngredient<DomainResource identifier:Identifier !role:CodeableConcept allergenicIndicator:boolean manufacturer*:Reference specifiedSubstance*:MedicinalProductIngredient.specifiedSubstance substance:MedicinalProductIngredient.substance
MedicinalProductIngredient.specifiedSubstance<BackboneElement !code:CodeableConcept !group:CodeableConcept confidentiality:CodeableConcept strength*:MedicinalProductIngredient.specifiedSubstance.strength
MedicinalProductIngredient.specifiedSubstance.strength<BackboneElement !presentation:Ratio presentationLowLimit:Ratio concentration:Ratio concentrationLowLimit:Ratio measurementPoint:string country*:CodeableConcept referenceStrength*:MedicinalProductIngredient.specifiedSubstance.strength.referenceStrength
MedicinalProductIngredient.specifiedSubstance.strength.referenceStrength<BackboneElement substance:CodeableConcept !strength:Ratio strengthLowLimit:Ratio measurementPoint:string country*:CodeableConcept
MedicinalProductIngredient.substance<BackboneElement !code:CodeableConcept strength*:MedicinalProductIngredient.specifiedSubstance.strength
MedicinalProductInteraction<DomainResource subject*:Reference description:string interactant*:MedicinalProductInteraction.interactant type:CodeableConcept effect:CodeableConcept incidence:CodeableConcept management:CodeableConcept
MedicinalProductInteraction.interactant<BackboneElement !item[x]:Reference|CodeableConcept
MedicinalProductManufactured<DomainResource !manufacturedDoseForm:CodeableConcept unitOfPresentation:CodeableConcept !quantity:Quantity manufacturer*:Reference ingredient*:Reference physicalCharacteristics:ProdCharacteristic otherCharacteristics*:CodeableConcept
MedicinalProductPackaged<DomainResource identifier*:Identifier subject*:Reference description:string legalStatusOfSupply:CodeableConcept marketingStatus*:MarketingStatus marketingAuthorization:Reference manufacturer*:Reference batchIdentifier*:MedicinalProductPackaged.batchIdentifier !packageItem*:MedicinalProductPackaged.packageItem
MedicinalProductPackaged.batchIdentifier<BackboneElement !outerPackaging:Identifier immediatePackaging:Identifier
MedicinalProductPackaged.packageItem<BackboneElement identifier*:Identifier !type:CodeableConcept !quantity:Quantity material*:CodeableConcept alternateMaterial*:CodeableConcept device*:Reference manufacturedItem*:Reference packageItem*:MedicinalProductPackaged.packageItem physicalCharacteristics:ProdCharacteristic otherCharacteristics*:CodeableConcept shelfLifeStorage*:ProductShelfLife manufacturer*:Reference
MedicinalProductPharmaceutical<DomainResource identifier*:Identifier !administrableDoseForm:CodeableConcept unitOfPresentation:CodeableConcept ingredient*:Reference device*:Reference characteristics*:MedicinalProductPharmaceutical.characteristics !routeOfAdministration*:MedicinalProductPharmaceutical.routeOfAdministration
MedicinalProductPharmaceutical.characteristics<BackboneElement !code:CodeableConcept status:CodeableConcept
MedicinalProductPharmaceutical.routeOfAdministration<BackboneElement !code:CodeableConcept firstDose:Quantity maxSingleDose:Quantity maxDosePerDay:Quantity maxDosePerTreatmentPeriod:Ratio maxTreatmentPeriod:Duration targetSpecies*:MedicinalProductPharmaceutical.routeOfAdministration.targetSpecies
MedicinalProductPharmaceutical.routeOfAdministration.targetSpecies<BackboneElement !code:CodeableConcept withdrawalPeriod*:MedicinalProductPharmaceutical.routeOfAdministration.targetSpecies.withdrawalPeriod
MedicinalProductPharmaceutical.routeOfAdministration.targetSpecies.withdrawalPeriod<BackboneElement !tissue:CodeableConcept !value:Quantity supportingInformation:string
MedicinalProductUndesirableEffect<DomainResource subject*:Reference symptomConditionEffect:CodeableConcept classification:CodeableConcept frequencyOfOccurrence:CodeableConcept population*:Population
MessageDefinition<DomainResource url:uri identifier*:Identifier version:string name:string title:string replaces*:canonical !status:code=publication-status experimental:boolean !date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown base:canonical parent*:canonical !event[x]:Coding|uri category:code=message-significance-category focus*:MessageDefinition.focus responseRequired:code=messageheader-response-request allowedResponse*:MessageDefinition.allowedResponse graph*:canonical
MessageDefinition.focus<BackboneElement !code:code=resource-types profile:canonical !min:unsignedInt max:string
MessageDefinition.allowedResponse<BackboneElement !message:canonical situation:markdown
MessageHeader<DomainResource !event[x]:Coding|uri destination*:MessageHeader.destination sender:Reference enterer:Reference author:Reference !source:MessageHeader.source responsible:Reference reason:CodeableConcept response:MessageHeader.response focus*:Reference definition:canonical
MessageHeader.destination<BackboneElement name:string target:Reference !endpoint:url receiver:Reference
MessageHeader.source<BackboneElement name:string software:string version:string contact:ContactPoint !endpoint:url
MessageHeader.response<BackboneElement !identifier:id !code:code=response-code details:Reference
MolecularSequence<DomainResource identifier*:Identifier type:code=sequence-type !coordinateSystem:integer patient:Reference specimen:Reference device:Reference performer:Reference quantity:Quantity referenceSeq:MolecularSequence.referenceSeq variant*:MolecularSequence.variant observedSeq:string quality*:MolecularSequence.quality readCoverage:integer repository*:MolecularSequence.repository pointer*:Reference structureVariant*:MolecularSequence.structureVariant
MolecularSequence.referenceSeq<BackboneElement chromosome:CodeableConcept genomeBuild:string orientation:code=orientation-type referenceSeqId:CodeableConcept referenceSeqPointer:Reference referenceSeqString:string strand:code=strand-type windowStart:integer windowEnd:integer
MolecularSequence.variant<BackboneElement start:integer end:integer observedAllele:string referenceAllele:string cigar:string variantPointer:Reference
MolecularSequence.quality<BackboneElement !type:code=quality-type standardSequence:CodeableConcept start:integer end:integer score:Quantity method:CodeableConcept truthTP:decimal queryTP:decimal truthFN:decimal queryFP:decimal gtFP:decimal precision:decimal recall:decimal fScore:decimal roc:MolecularSequence.quality.roc
MolecularSequence.quality.roc<BackboneElement score*:integer numTP*:integer numFP*:integer numFN*:integer precision*:decimal sensitivity*:decimal fMeasure*:decimal
MolecularSequence.repository<BackboneElement !type:code=repository-type url:uri name:string datasetId:string variantsetId:string readsetId:string
MolecularSequence.structureVariant<BackboneElement variantType:CodeableConcept exact:boolean length:integer outer:MolecularSequence.structureVariant.outer inner:MolecularSequence.structureVariant.inner
MolecularSequence.structureVariant.outer<BackboneElement start:integer end:integer
MolecularSequence.structureVariant.inner<BackboneElement start:integer end:integer
NamingSystem<DomainResource !name:string !status:code=publication-status !kind:code=namingsystem-type !date:dateTime publisher:string contact*:ContactDetail responsible:string type:CodeableConcept description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept usage:string !uniqueId*:NamingSystem.uniqueId
NamingSystem.uniqueId<BackboneElement !type:code=namingsystem-identifier-type !value:string preferred:boolean comment:string period:Period
NutritionOrder<DomainResource identifier*:Identifier instantiatesCanonical*:canonical instantiatesUri*:uri instantiates*:uri !status:code=request-status !intent:code=request-intent !patient:Reference encounter:Reference !dateTime:dateTime orderer:Reference allergyIntolerance*:Reference foodPreferenceModifier*:CodeableConcept excludeFoodModifier*:CodeableConcept oralDiet:NutritionOrder.oralDiet supplement*:NutritionOrder.supplement enteralFormula:NutritionOrder.enteralFormula note*:Annotation
NutritionOrder.oralDiet<BackboneElement type*:CodeableConcept schedule*:Timing nutrient*:NutritionOrder.oralDiet.nutrient texture*:NutritionOrder.oralDiet.texture fluidConsistencyType*:CodeableConcept instruction:string
NutritionOrder.oralDiet.nutrient<BackboneElement modifier:CodeableConcept amount:Quantity
NutritionOrder.oralDiet.texture<BackboneElement modifier:CodeableConcept foodType:CodeableConcept
NutritionOrder.supplement<BackboneElement type:CodeableConcept productName:string schedule*:Timing quantity:Quantity instruction:string
NutritionOrder.enteralFormula<BackboneElement baseFormulaType:CodeableConcept baseFormulaProductName:string additiveType:CodeableConcept additiveProductName:string caloricDensity:Quantity routeofAdministration:CodeableConcept administration*:NutritionOrder.enteralFormula.administration maxVolumeToDeliver:Quantity administrationInstruction:string
NutritionOrder.enteralFormula.administration<BackboneElement schedule:Timing quantity:Quantity rate[x]:Quantity|Ratio
Observation<DomainResource identifier*:Identifier basedOn*:Reference partOf*:Reference !status:code=observation-status category*:CodeableConcept !code:CodeableConcept subject:Reference focus*:Reference encounter:Reference effective[x]:dateTime|Period|Timing|instant issued:instant performer*:Reference value[x]:Quantity|CodeableConcept|string|boolean|integer|Range|Ratio|SampledData|time|dateTime|Period dataAbsentReason:CodeableConcept interpretation*:CodeableConcept note*:Annotation bodySite:CodeableConcept method:CodeableConcept specimen:Reference device:Reference referenceRange*:Observation.referenceRange hasMember*:Reference derivedFrom*:Reference component*:Observation.component
Observation.referenceRange<BackboneElement low:Quantity high:Quantity type:CodeableConcept appliesTo*:CodeableConcept age:Range text:string
Observation.component<BackboneElement !code:CodeableConcept value[x]:Quantity|CodeableConcept|string|boolean|integer|Range|Ratio|SampledData|time|dateTime|Period dataAbsentReason:CodeableConcept interpretation*:CodeableConcept referenceRange*:Observation.referenceRange
ObservationDefinition<DomainResource category*:CodeableConcept !code:CodeableConcept identifier*:Identifier permittedDataType*:code=permitted-data-type multipleResultsAllowed:boolean method:CodeableConcept preferredReportName:string quantitativeDetails:ObservationDefinition.quantitativeDetails qualifiedInterval*:ObservationDefinition.qualifiedInterval validCodedValueSet:Reference normalCodedValueSet:Reference abnormalCodedValueSet:Reference criticalCodedValueSet:Reference
ObservationDefinition.quantitativeDetails<BackboneElement customaryUnit:CodeableConcept unit:CodeableConcept conversionFactor:decimal decimalPrecision:integer
ObservationDefinition.qualifiedInterval<BackboneElement category:code=observation-range-category range:Range context:CodeableConcept appliesTo*:CodeableConcept gender:code=administrative-gender age:Range gestationalAge:Range condition:string
OperationDefinition<DomainResource url:uri version:string !name:string title:string !status:code=publication-status !kind:code=operation-kind experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown affectsState:boolean !code:code comment:markdown base:canonical resource*:code=resource-types !system:boolean !type:boolean !instance:boolean inputProfile:canonical outputProfile:canonical parameter*:OperationDefinition.parameter overload*:OperationDefinition.overload
OperationDefinition.parameter<BackboneElement !name:code !use:code=operation-parameter-use !min:integer !max:string documentation:string type:code=all-types targetProfile*:canonical searchType:code=search-param-type binding:OperationDefinition.parameter.binding referencedFrom*:OperationDefinition.parameter.referencedFrom part*:OperationDefinition.parameter
OperationDefinition.parameter.binding<BackboneElement !strength:code=binding-strength !valueSet:canonical
OperationDefinition.parameter.referencedFrom<BackboneElement !source:string sourceId:string
OperationDefinition.overload<BackboneElement parameterName*:string comment:string
OperationOutcome<DomainResource !issue*:OperationOutcome.issue
OperationOutcome.issue<BackboneElement !severity:code=issue-severity !code:code=issue-type details:CodeableConcept diagnostics:string location*:string expression*:string
Organization<DomainResource identifier*:Identifier active:boolean type*:CodeableConcept name:string alias*:string telecom*:ContactPoint address*:Address partOf:Reference contact*:Organization.contact endpoint*:Reference
Organization.contact<BackboneElement purpose:CodeableConcept name:HumanName telecom*:ContactPoint address:Address
OrganizationAffiliation<DomainResource identifier*:Identifier active:boolean period:Period organization:Reference participatingOrganization:Reference network*:Reference code*:CodeableConcept specialty*:CodeableConcept location*:Reference healthcareService*:Reference telecom*:ContactPoint endpoint*:Reference
Parameters<Resource parameter*:Parameters.parameter
Parameters.parameter<BackboneElement !name:string value[x]:Any resource:Resource part*:Parameters.parameter
Patient<DomainResource identifier*:Identifier active:boolean name*:HumanName telecom*:ContactPoint gender:code=administrative-gender birthDate:date deceased[x]:boolean|dateTime address*:Address maritalStatus:CodeableConcept multipleBirth[x]:boolean|integer photo*:Attachment contact*:Patient.contact communication*:Patient.communication generalPractitioner*:Reference managingOrganization:Reference link*:Patient.link
Patient.contact<BackboneElement relationship*:CodeableConcept name:HumanName telecom*:ContactPoint address:Address gender:code=administrative-gender organization:Reference period:Period
Patient.communication<BackboneElement !language:CodeableConcept preferred:boolean
Patient.link<BackboneElement !other:Reference !type:code=link-type
PaymentNotice<DomainResource identifier*:Identifier !status:code=fm-status request:Reference response:Reference !created:dateTime provider:Reference !payment:Reference paymentDate:date payee:Reference !recipient:Reference !amount:Money paymentStatus:CodeableConcept
PaymentReconciliation<DomainResource identifier*:Identifier !status:code=fm-status period:Period !created:dateTime paymentIssuer:Reference request:Reference requestor:Reference outcome:code=remittance-outcome disposition:string !paymentDate:date !paymentAmount:Money paymentIdentifier:Identifier detail*:PaymentReconciliation.detail formCode:CodeableConcept processNote*:PaymentReconciliation.processNote
PaymentReconciliation.detail<BackboneElement identifier:Identifier predecessor:Identifier !type:CodeableConcept request:Reference submitter:Reference response:Reference date:date responsible:Reference payee:Reference amount:Money
PaymentReconciliation.processNote<BackboneElement type:code=note-type text:string
Person<DomainResource identifier*:Identifier name*:HumanName telecom*:ContactPoint gender:code=administrative-gender birthDate:date address*:Address photo:Attachment managingOrganization:Reference active:boolean link*:Person.link
Person.link<BackboneElement !target:Reference assurance:code=identity-assuranceLevel
PlanDefinition<DomainResource url:uri identifier*:Identifier version:string name:string title:string subtitle:string type:CodeableConcept !status:code=publication-status experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact library*:canonical goal*:PlanDefinition.goal action*:PlanDefinition.action
PlanDefinition.goal<BackboneElement category:CodeableConcept !description:CodeableConcept priority:CodeableConcept start:CodeableConcept addresses*:CodeableConcept documentation*:RelatedArtifact target*:PlanDefinition.goal.target
PlanDefinition.goal.target<BackboneElement measure:CodeableConcept detail[x]:Quantity|Range|CodeableConcept due:Duration
PlanDefinition.action<BackboneElement prefix:string title:string description:string textEquivalent:string priority:code=request-priority code*:CodeableConcept reason*:CodeableConcept documentation*:RelatedArtifact goalId*:id subject[x]:CodeableConcept|Reference trigger*:TriggerDefinition condition*:PlanDefinition.action.condition input*:DataRequirement output*:DataRequirement relatedAction*:PlanDefinition.action.relatedAction timing[x]:dateTime|Age|Period|Duration|Range|Timing participant*:PlanDefinition.action.participant type:CodeableConcept groupingBehavior:code=action-grouping-behavior selectionBehavior:code=action-selection-behavior requiredBehavior:code=action-required-behavior precheckBehavior:code=action-precheck-behavior cardinalityBehavior:code=action-cardinality-behavior definition[x]:canonical|uri transform:canonical dynamicValue*:PlanDefinition.action.dynamicValue action*:PlanDefinition.action
PlanDefinition.action.condition<BackboneElement !kind:code=action-condition-kind expression:Expression
PlanDefinition.action.relatedAction<BackboneElement !actionId:id !relationship:code=action-relationship-type offset[x]:Duration|Range
PlanDefinition.action.participant<BackboneElement !type:code=action-participant-type role:CodeableConcept
PlanDefinition.action.dynamicValue<BackboneElement path:string expression:Expression
Practitioner<DomainResource identifier*:Identifier active:boolean name*:HumanName telecom*:ContactPoint address*:Address gender:code=administrative-gender birthDate:date photo*:Attachment qualification*:Practitioner.qualification communication*:CodeableConcept
Practitioner.qualification<BackboneElement identifier*:Identifier !code:CodeableConcept period:Period issuer:Reference
PractitionerRole<DomainResource identifier*:Identifier active:boolean period:Period practitioner:Reference organization:Reference code*:CodeableConcept specialty*:CodeableConcept location*:Reference healthcareService*:Reference telecom*:ContactPoint availableTime*:PractitionerRole.availableTime notAvailable*:PractitionerRole.notAvailable availabilityExceptions:string endpoint*:Reference
PractitionerRole.availableTime<BackboneElement daysOfWeek*:code=days-of-week allDay:boolean availableStartTime:time availableEndTime:time
PractitionerRole.notAvailable<BackboneElement !description:string during:Period
Procedure<DomainResource identifier*:Identifier instantiatesCanonical*:canonical instantiatesUri*:uri basedOn*:Reference partOf*:Reference !status:code=event-status statusReason:CodeableConcept category:CodeableConcept code:CodeableConcept !subject:Reference encounter:Reference performed[x]:dateTime|Period|string|Age|Range recorder:Reference asserter:Reference performer*:Procedure.performer location:Reference reasonCode*:CodeableConcept reasonReference*:Reference bodySite*:CodeableConcept outcome:CodeableConcept report*:Reference complication*:CodeableConcept complicationDetail*:Reference followUp*:CodeableConcept note*:Annotation focalDevice*:Procedure.focalDevice usedReference*:Reference usedCode*:CodeableConcept
Procedure.performer<BackboneElement function:CodeableConcept !actor:Reference onBehalfOf:Reference
Procedure.focalDevice<BackboneElement action:CodeableConcept !manipulated:Reference
Provenance<DomainResource !target*:Reference occurred[x]:Period|dateTime !recorded:instant policy*:uri location:Reference reason*:CodeableConcept activity:CodeableConcept !agent*:Provenance.agent entity*:Provenance.entity signature*:Signature
Provenance.agent<BackboneElement type:CodeableConcept role*:CodeableConcept !who:Reference onBehalfOf:Reference
Provenance.entity<BackboneElement !role:code=provenance-entity-role !what:Reference agent*:Provenance.agent
Questionnaire<DomainResource url:uri identifier*:Identifier version:string name:string title:string derivedFrom*:canonical !status:code=publication-status experimental:boolean subjectType*:code=resource-types date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period code*:Coding item*:Questionnaire.item
Questionnaire.item<BackboneElement !linkId:string definition:uri code*:Coding prefix:string text:string !type:code=item-type enableWhen*:Questionnaire.item.enableWhen enableBehavior:code=questionnaire-enable-behavior required:boolean repeats:boolean readOnly:boolean maxLength:integer answerValueSet:canonical answerOption*:Questionnaire.item.answerOption initial*:Questionnaire.item.initial item*:Questionnaire.item
Questionnaire.item.enableWhen<BackboneElement !question:string !operator:code=questionnaire-enable-operator !answer[x]:boolean|decimal|integer|date|dateTime|time|string|Coding|Quantity|Reference
Questionnaire.item.answerOption<BackboneElement !value[x]:integer|date|time|string|Coding|Reference initialSelected:boolean
Questionnaire.item.initial<BackboneElement !value[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference
QuestionnaireResponse<DomainResource identifier:Identifier basedOn*:Reference partOf*:Reference questionnaire:canonical !status:code=questionnaire-answers-status subject:Reference encounter:Reference authored:dateTime author:Reference source:Reference item*:QuestionnaireResponse.item
QuestionnaireResponse.item<BackboneElement !linkId:string definition:uri text:string answer*:QuestionnaireResponse.item.answer item*:QuestionnaireResponse.item
QuestionnaireResponse.item.answer<BackboneElement value[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference item*:QuestionnaireResponse.item
RelatedPerson<DomainResource identifier*:Identifier active:boolean !patient:Reference relationship*:CodeableConcept name*:HumanName telecom*:ContactPoint gender:code=administrative-gender birthDate:date address*:Address photo*:Attachment period:Period communication*:RelatedPerson.communication
RelatedPerson.communication<BackboneElement !language:CodeableConcept preferred:boolean
RequestGroup<DomainResource identifier*:Identifier instantiatesCanonical*:canonical instantiatesUri*:uri basedOn*:Reference replaces*:Reference groupIdentifier:Identifier !status:code=request-status !intent:code=request-intent priority:code=request-priority code:CodeableConcept subject:Reference encounter:Reference authoredOn:dateTime author:Reference reasonCode*:CodeableConcept reasonReference*:Reference note*:Annotation action*:RequestGroup.action
RequestGroup.action<BackboneElement prefix:string title:string description:string textEquivalent:string priority:code=request-priority code*:CodeableConcept documentation*:RelatedArtifact condition*:RequestGroup.action.condition relatedAction*:RequestGroup.action.relatedAction timing[x]:dateTime|Age|Period|Duration|Range|Timing participant*:Reference type:CodeableConcept groupingBehavior:code=action-grouping-behavior selectionBehavior:code=action-selection-behavior requiredBehavior:code=action-required-behavior precheckBehavior:code=action-precheck-behavior cardinalityBehavior:code=action-cardinality-behavior resource:Reference action*:RequestGroup.action
RequestGroup.action.condition<BackboneElement !kind:code=action-condition-kind expression:Expression
RequestGroup.action.relatedAction<BackboneElement !actionId:id !relationship:code=action-relationship-type offset[x]:Duration|Range
ResearchDefinition<DomainResource url:uri identifier*:Identifier version:string name:string title:string shortTitle:string subtitle:string !status:code=publication-status experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact*:ContactDetail description:markdown comment*:string useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact library*:canonical !population:Reference exposure:Reference exposureAlternative:Reference outcome:Reference
ResearchElementDefinition<DomainResource url:uri identifier*:Identifier version:string name:string title:string shortTitle:string subtitle:string !status:code=publication-status experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact*:ContactDetail description:markdown comment*:string useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact library*:canonical !type:code=research-element-type variableType:code=variable-type !characteristic*:ResearchElementDefinition.characteristic
ResearchElementDefinition.characteristic<BackboneElement !definition[x]:CodeableConcept|canonical|Expression|DataRequirement usageContext*:UsageContext exclude:boolean unitOfMeasure:CodeableConcept studyEffectiveDescription:string studyEffective[x]:dateTime|Period|Duration|Timing studyEffectiveTimeFromStart:Duration studyEffectiveGroupMeasure:code=group-measure participantEffectiveDescription:string participantEffective[x]:dateTime|Period|Duration|Timing participantEffectiveTimeFromStart:Duration participantEffectiveGroupMeasure:code=group-measure
ResearchStudy<DomainResource identifier*:Identifier title:string protocol*:Reference partOf*:Reference !status:code=research-study-status primaryPurposeType:CodeableConcept phase:CodeableConcept category*:CodeableConcept focus*:CodeableConcept condition*:CodeableConcept contact*:ContactDetail relatedArtifact*:RelatedArtifact keyword*:CodeableConcept location*:CodeableConcept description:markdown enrollment*:Reference period:Period sponsor:Reference principalInvestigator:Reference site*:Reference reasonStopped:CodeableConcept note*:Annotation arm*:ResearchStudy.arm objective*:ResearchStudy.objective
ResearchStudy.arm<BackboneElement !name:string type:CodeableConcept description:string
ResearchStudy.objective<BackboneElement name:string type:CodeableConcept
ResearchSubject<DomainResource identifier*:Identifier !status:code=research-subject-status period:Period !study:Reference !individual:Reference assignedArm:string actualArm:string consent:Reference
Resource< id:id meta:Meta implicitRules:uri language:code
RiskAssessment<DomainResource identifier*:Identifier basedOn:Reference parent:Reference !status:code=observation-status method:CodeableConcept code:CodeableConcept !subject:Reference encounter:Reference occurrence[x]:dateTime|Period condition:Reference performer:Reference reasonCode*:CodeableConcept reasonReference*:Reference basis*:Reference prediction*:RiskAssessment.prediction mitigation:string note*:Annotation
RiskAssessment.prediction<BackboneElement outcome:CodeableConcept probability[x]:decimal|Range qualitativeRisk:CodeableConcept relativeRisk:decimal when[x]:Period|Range rationale:string
RiskEvidenceSynthesis<DomainResource url:uri identifier*:Identifier version:string name:string title:string !status:code=publication-status date:dateTime publisher:string contact*:ContactDetail description:markdown note*:Annotation useContext*:UsageContext jurisdiction*:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic*:CodeableConcept author*:ContactDetail editor*:ContactDetail reviewer*:ContactDetail endorser*:ContactDetail relatedArtifact*:RelatedArtifact synthesisType:CodeableConcept studyType:CodeableConcept !population:Reference exposure:Reference !outcome:Reference sampleSize:RiskEvidenceSynthesis.sampleSize riskEstimate:RiskEvidenceSynthesis.riskEstimate certainty*:RiskEvidenceSynthesis.certainty
RiskEvidenceSynthesis.sampleSize<BackboneElement description:string numberOfStudies:integer numberOfParticipants:integer
RiskEvidenceSynthesis.riskEstimate<BackboneElement description:string type:CodeableConcept value:decimal unitOfMeasure:CodeableConcept denominatorCount:integer numeratorCount:integer precisionEstimate*:RiskEvidenceSynthesis.riskEstimate.precisionEstimate
RiskEvidenceSynthesis.riskEstimate.precisionEstimate<BackboneElement type:CodeableConcept level:decimal from:decimal to:decimal
RiskEvidenceSynthesis.certainty<BackboneElement rating*:CodeableConcept note*:Annotation certaintySubcomponent*:RiskEvidenceSynthesis.certainty.certaintySubcomponent
RiskEvidenceSynthesis.certainty.certaintySubcomponent<BackboneElement type:CodeableConcept rating*:CodeableConcept note*:Annotation
Schedule<DomainResource identifier*:Identifier active:boolean serviceCategory*:CodeableConcept serviceType*:CodeableConcept specialty*:CodeableConcept !actor*:Reference planningHorizon:Period comment:string
SearchParameter<DomainResource !url:uri version:string !name:string derivedFrom:canonical !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail !description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown !code:code !base*:code=resource-types !type:code=search-param-type expression:string xpath:string xpathUsage:code=search-xpath-usage target*:code=resource-types multipleOr:boolean multipleAnd:boolean comparator*:code=search-comparator modifier*:code=search-modifier-code chain*:string component*:SearchParameter.component
SearchParameter.component<BackboneElement !definition:canonical !expression:string
ServiceRequest<DomainResource identifier*:Identifier instantiatesCanonical*:canonical instantiatesUri*:uri basedOn*:Reference replaces*:Reference requisition:Identifier !status:code=request-status !intent:code=request-intent category*:CodeableConcept priority:code=request-priority doNotPerform:boolean code:CodeableConcept orderDetail*:CodeableConcept quantity[x]:Quantity|Ratio|Range !subject:Reference encounter:Reference occurrence[x]:dateTime|Period|Timing asNeeded[x]:boolean|CodeableConcept authoredOn:dateTime requester:Reference performerType:CodeableConcept performer*:Reference locationCode*:CodeableConcept locationReference*:Reference reasonCode*:CodeableConcept reasonReference*:Reference insurance*:Reference supportingInfo*:Reference specimen*:Reference bodySite*:CodeableConcept note*:Annotation patientInstruction:string relevantHistory*:Reference
Slot<DomainResource identifier*:Identifier serviceCategory*:CodeableConcept serviceType*:CodeableConcept specialty*:CodeableConcept appointmentType:CodeableConcept !schedule:Reference !status:code=slotstatus !start:instant !end:instant overbooked:boolean comment:string
Specimen<DomainResource identifier*:Identifier accessionIdentifier:Identifier status:code=specimen-status type:CodeableConcept subject:Reference receivedTime:dateTime parent*:Reference request*:Reference collection:Specimen.collection processing*:Specimen.processing container*:Specimen.container condition*:CodeableConcept note*:Annotation
Specimen.collection<BackboneElement collector:Reference collected[x]:dateTime|Period duration:Duration quantity:Quantity method:CodeableConcept bodySite:CodeableConcept fastingStatus[x]:CodeableConcept|Duration
Specimen.processing<BackboneElement description:string procedure:CodeableConcept additive*:Reference time[x]:dateTime|Period
Specimen.container<BackboneElement identifier*:Identifier description:string type:CodeableConcept capacity:Quantity specimenQuantity:Quantity additive[x]:CodeableConcept|Reference
SpecimenDefinition<DomainResource identifier:Identifier typeCollected:CodeableConcept patientPreparation*:CodeableConcept timeAspect:string collection*:CodeableConcept typeTested*:SpecimenDefinition.typeTested
SpecimenDefinition.typeTested<BackboneElement isDerived:boolean type:CodeableConcept !preference:code=specimen-contained-preference container:SpecimenDefinition.typeTested.container requirement:string retentionTime:Duration rejectionCriterion*:CodeableConcept handling*:SpecimenDefinition.typeTested.handling
SpecimenDefinition.typeTested.container<BackboneElement material:CodeableConcept type:CodeableConcept cap:CodeableConcept description:string capacity:Quantity minimumVolume[x]:Quantity|string additive*:SpecimenDefinition.typeTested.container.additive preparation:string
SpecimenDefinition.typeTested.container.additive<BackboneElement !additive[x]:CodeableConcept|Reference
SpecimenDefinition.typeTested.handling<BackboneElement temperatureQualifier:CodeableConcept temperatureRange:Range maxDuration:Duration instruction:string
StructureDefinition<DomainResource !url:uri identifier*:Identifier version:string !name:string title:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown keyword*:Coding fhirVersion:code=FHIR-version mapping*:StructureDefinition.mapping !kind:code=structure-definition-kind !abstract:boolean context*:StructureDefinition.context contextInvariant*:string !type:uri baseDefinition:canonical derivation:code=type-derivation-rule snapshot:StructureDefinition.snapshot differential:StructureDefinition.differential
StructureDefinition.mapping<BackboneElement !identity:id uri:uri name:string comment:string
StructureDefinition.context<BackboneElement !type:code=extension-context-type !expression:string
StructureDefinition.snapshot<BackboneElement !element*:ElementDefinition
StructureDefinition.differential<BackboneElement !element*:ElementDefinition
StructureMap<DomainResource !url:uri identifier*:Identifier version:string !name:string title:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown structure*:StructureMap.structure import*:canonical !group*:StructureMap.group
StructureMap.structure<BackboneElement !url:canonical !mode:code=map-model-mode alias:string documentation:string
StructureMap.group<BackboneElement !name:id extends:id !typeMode:code=map-group-type-mode documentation:string !input*:StructureMap.group.input !rule*:StructureMap.group.rule
StructureMap.group.input<BackboneElement !name:id type:string !mode:code=map-input-mode documentation:string
StructureMap.group.rule<BackboneElement !name:id !source*:StructureMap.group.rule.source target*:StructureMap.group.rule.target rule*:StructureMap.group.rule dependent*:StructureMap.group.rule.dependent documentation:string
StructureMap.group.rule.source<BackboneElement !context:id min:integer max:string type:string defaultValue[x]:Any element:string listMode:code=map-source-list-mode variable:id condition:string check:string logMessage:string
StructureMap.group.rule.target<BackboneElement context:id contextType:code=map-context-type element:string variable:id listMode*:code=map-target-list-mode listRuleId:id transform:code=map-transform parameter*:StructureMap.group.rule.target.parameter
StructureMap.group.rule.target.parameter<BackboneElement !value[x]:id|string|boolean|integer|decimal
StructureMap.group.rule.dependent<BackboneElement !name:id !variable*:string
Subscription<DomainResource !status:code=subscription-status contact*:ContactPoint end:instant !reason:string !criteria:string error:string !channel:Subscription.channel
Subscription.channel<BackboneElement !type:code=subscription-channel-type endpoint:url payload:code header*:string
Substance<DomainResource identifier*:Identifier status:code=substance-status category*:CodeableConcept !code:CodeableConcept description:string instance*:Substance.instance ingredient*:Substance.ingredient
Substance.instance<BackboneElement identifier:Identifier expiry:dateTime quantity:Quantity
Substance.ingredient<BackboneElement quantity:Ratio !substance[x]:CodeableConcept|Reference
SubstanceNucleicAcid<DomainResource sequenceType:CodeableConcept numberOfSubunits:integer areaOfHybridisation:string oligoNucleotideType:CodeableConcept subunit*:SubstanceNucleicAcid.subunit
SubstanceNucleicAcid.subunit<BackboneElement subunit:integer sequence:string length:integer sequenceAttachment:Attachment fivePrime:CodeableConcept threePrime:CodeableConcept linkage*:SubstanceNucleicAcid.subunit.linkage sugar*:SubstanceNucleicAcid.subunit.sugar
SubstanceNucleicAcid.subunit.linkage<BackboneElement connectivity:string identifier:Identifier name:string residueSite:string
SubstanceNucleicAcid.subunit.sugar<BackboneElement identifier:Identifier name:string residueSite:string
SubstancePolymer<DomainResource class:CodeableConcept geometry:CodeableConcept copolymerConnectivity*:CodeableConcept modification*:string monomerSet*:SubstancePolymer.monomerSet repeat*:SubstancePolymer.repeat
SubstancePolymer.monomerSet<BackboneElement ratioType:CodeableConcept startingMaterial*:SubstancePolymer.monomerSet.startingMaterial
SubstancePolymer.monomerSet.startingMaterial<BackboneElement material:CodeableConcept type:CodeableConcept isDefining:boolean amount:SubstanceAmount
SubstancePolymer.repeat<BackboneElement numberOfUnits:integer averageMolecularFormula:string repeatUnitAmountType:CodeableConcept repeatUnit*:SubstancePolymer.repeat.repeatUnit
SubstancePolymer.repeat.repeatUnit<BackboneElement orientationOfPolymerisation:CodeableConcept repeatUnit:string amount:SubstanceAmount degreeOfPolymerisation*:SubstancePolymer.repeat.repeatUnit.degreeOfPolymerisation structuralRepresentation*:SubstancePolymer.repeat.repeatUnit.structuralRepresentation
SubstancePolymer.repeat.repeatUnit.degreeOfPolymerisation<BackboneElement degree:CodeableConcept amount:SubstanceAmount
SubstancePolymer.repeat.repeatUnit.structuralRepresentation<BackboneElement type:CodeableConcept representation:string attachment:Attachment
SubstanceProtein<DomainResource sequenceType:CodeableConcept numberOfSubunits:integer disulfideLinkage*:string subunit*:SubstanceProtein.subunit
SubstanceProtein.subunit<BackboneElement subunit:integer sequence:string length:integer sequenceAttachment:Attachment nTerminalModificationId:Identifier nTerminalModification:string cTerminalModificationId:Identifier cTerminalModification:string
SubstanceReferenceInformation<DomainResource comment:string gene*:SubstanceReferenceInformation.gene geneElement*:SubstanceReferenceInformation.geneElement classification*:SubstanceReferenceInformation.classification target*:SubstanceReferenceInformation.target
SubstanceReferenceInformation.gene<BackboneElement geneSequenceOrigin:CodeableConcept gene:CodeableConcept source*:Reference
SubstanceReferenceInformation.geneElement<BackboneElement type:CodeableConcept element:Identifier source*:Reference
SubstanceReferenceInformation.classification<BackboneElement domain:CodeableConcept classification:CodeableConcept subtype*:CodeableConcept source*:Reference
SubstanceReferenceInformation.target<BackboneElement target:Identifier type:CodeableConcept interaction:CodeableConcept organism:CodeableConcept organismType:CodeableConcept amount[x]:Quantity|Range|string amountType:CodeableConcept source*:Reference
SubstanceSourceMaterial<DomainResource sourceMaterialClass:CodeableConcept sourceMaterialType:CodeableConcept sourceMaterialState:CodeableConcept organismId:Identifier organismName:string parentSubstanceId*:Identifier parentSubstanceName*:string countryOfOrigin*:CodeableConcept geographicalLocation*:string developmentStage:CodeableConcept fractionDescription*:SubstanceSourceMaterial.fractionDescription organism:SubstanceSourceMaterial.organism partDescription*:SubstanceSourceMaterial.partDescription
SubstanceSourceMaterial.fractionDescription<BackboneElement fraction:string materialType:CodeableConcept
SubstanceSourceMaterial.organism<BackboneElement family:CodeableConcept genus:CodeableConcept species:CodeableConcept intraspecificType:CodeableConcept intraspecificDescription:string author*:SubstanceSourceMaterial.organism.author hybrid:SubstanceSourceMaterial.organism.hybrid organismGeneral:SubstanceSourceMaterial.organism.organismGeneral
SubstanceSourceMaterial.organism.author<BackboneElement authorType:CodeableConcept authorDescription:string
SubstanceSourceMaterial.organism.hybrid<BackboneElement maternalOrganismId:string maternalOrganismName:string paternalOrganismId:string paternalOrganismName:string hybridType:CodeableConcept
SubstanceSourceMaterial.organism.organismGeneral<BackboneElement kingdom:CodeableConcept phylum:CodeableConcept class:CodeableConcept order:CodeableConcept
SubstanceSourceMaterial.partDescription<BackboneElement part:CodeableConcept partLocation:CodeableConcept
SubstanceSpecification<DomainResource identifier:Identifier type:CodeableConcept status:CodeableConcept domain:CodeableConcept description:string source*:Reference comment:string moiety*:SubstanceSpecification.moiety property*:SubstanceSpecification.property referenceInformation:Reference structure:SubstanceSpecification.structure code*:SubstanceSpecification.code name*:SubstanceSpecification.name molecularWeight*:SubstanceSpecification.structure.isotope.molecularWeight relationship*:SubstanceSpecification.relationship nucleicAcid:Reference polymer:Reference protein:Reference sourceMaterial:Reference
SubstanceSpecification.moiety<BackboneElement role:CodeableConcept identifier:Identifier name:string stereochemistry:CodeableConcept opticalActivity:CodeableConcept molecularFormula:string amount[x]:Quantity|string
SubstanceSpecification.property<BackboneElement category:CodeableConcept code:CodeableConcept parameters:string definingSubstance[x]:Reference|CodeableConcept amount[x]:Quantity|string
SubstanceSpecification.structure<BackboneElement stereochemistry:CodeableConcept opticalActivity:CodeableConcept molecularFormula:string molecularFormulaByMoiety:string isotope*:SubstanceSpecification.structure.isotope molecularWeight:SubstanceSpecification.structure.isotope.molecularWeight source*:Reference representation*:SubstanceSpecification.structure.representation
SubstanceSpecification.structure.isotope<BackboneElement identifier:Identifier name:CodeableConcept substitution:CodeableConcept halfLife:Quantity molecularWeight:SubstanceSpecification.structure.isotope.molecularWeight
SubstanceSpecification.structure.isotope.molecularWeight<BackboneElement method:CodeableConcept type:CodeableConcept amount:Quantity
SubstanceSpecification.structure.representation<BackboneElement type:CodeableConcept representation:string attachment:Attachment
SubstanceSpecification.code<BackboneElement code:CodeableConcept status:CodeableConcept statusDate:dateTime comment:string source*:Reference
SubstanceSpecification.name<BackboneElement !name:string type:CodeableConcept status:CodeableConcept preferred:boolean language*:CodeableConcept domain*:CodeableConcept jurisdiction*:CodeableConcept synonym*:SubstanceSpecification.name translation*:SubstanceSpecification.name official*:SubstanceSpecification.name.official source*:Reference
SubstanceSpecification.name.official<BackboneElement authority:CodeableConcept status:CodeableConcept date:dateTime
SubstanceSpecification.relationship<BackboneElement substance[x]:Reference|CodeableConcept relationship:CodeableConcept isDefining:boolean amount[x]:Quantity|Range|Ratio|string amountRatioLowLimit:Ratio amountType:CodeableConcept source*:Reference
SupplyDelivery<DomainResource identifier*:Identifier basedOn*:Reference partOf*:Reference status:code=supplydelivery-status patient:Reference type:CodeableConcept suppliedItem:SupplyDelivery.suppliedItem occurrence[x]:dateTime|Period|Timing supplier:Reference destination:Reference receiver*:Reference
SupplyDelivery.suppliedItem<BackboneElement quantity:Quantity item[x]:CodeableConcept|Reference
SupplyRequest<DomainResource identifier*:Identifier status:code=supplyrequest-status category:CodeableConcept priority:code=request-priority !item[x]:CodeableConcept|Reference !quantity:Quantity parameter*:SupplyRequest.parameter occurrence[x]:dateTime|Period|Timing authoredOn:dateTime requester:Reference supplier*:Reference reasonCode*:CodeableConcept reasonReference*:Reference deliverFrom:Reference deliverTo:Reference
SupplyRequest.parameter<BackboneElement code:CodeableConcept value[x]:CodeableConcept|Quantity|Range|boolean
Task<DomainResource identifier*:Identifier instantiatesCanonical:canonical instantiatesUri:uri basedOn*:Reference groupIdentifier:Identifier partOf*:Reference !status:code=task-status statusReason:CodeableConcept businessStatus:CodeableConcept !intent:code=task-intent priority:code=request-priority code:CodeableConcept description:string focus:Reference for:Reference encounter:Reference executionPeriod:Period authoredOn:dateTime lastModified:dateTime requester:Reference performerType*:CodeableConcept owner:Reference location:Reference reasonCode:CodeableConcept reasonReference:Reference insurance*:Reference note*:Annotation relevantHistory*:Reference restriction:Task.restriction input*:Task.input output*:Task.output
Task.restriction<BackboneElement repetitions:positiveInt period:Period recipient*:Reference
Task.input<BackboneElement !type:CodeableConcept !value[x]:Any
Task.output<BackboneElement !type:CodeableConcept !value[x]:Any
TerminologyCapabilities<DomainResource url:uri version:string name:string title:string !status:code=publication-status experimental:boolean !date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown !kind:code=capability-statement-kind software:TerminologyCapabilities.software implementation:TerminologyCapabilities.implementation lockedDate:boolean codeSystem*:TerminologyCapabilities.codeSystem expansion:TerminologyCapabilities.expansion codeSearch:code=code-search-support validateCode:TerminologyCapabilities.validateCode translation:TerminologyCapabilities.translation closure:TerminologyCapabilities.closure
TerminologyCapabilities.software<BackboneElement !name:string version:string
TerminologyCapabilities.implementation<BackboneElement !description:string url:url
TerminologyCapabilities.codeSystem<BackboneElement uri:canonical version*:TerminologyCapabilities.codeSystem.version subsumption:boolean
TerminologyCapabilities.codeSystem.version<BackboneElement code:string isDefault:boolean compositional:boolean language*:code filter*:TerminologyCapabilities.codeSystem.version.filter property*:code
TerminologyCapabilities.codeSystem.version.filter<BackboneElement !code:code !op*:code
TerminologyCapabilities.expansion<BackboneElement hierarchical:boolean paging:boolean incomplete:boolean parameter*:TerminologyCapabilities.expansion.parameter textFilter:markdown
TerminologyCapabilities.expansion.parameter<BackboneElement !name:code documentation:string
TerminologyCapabilities.validateCode<BackboneElement !translations:boolean
TerminologyCapabilities.translation<BackboneElement !needsMap:boolean
TerminologyCapabilities.closure<BackboneElement translation:boolean
TestReport<DomainResource identifier:Identifier name:string !status:code=report-status-codes !testScript:Reference !result:code=report-result-codes score:decimal tester:string issued:dateTime participant*:TestReport.participant setup:TestReport.setup test*:TestReport.test teardown:TestReport.teardown
TestReport.participant<BackboneElement !type:code=report-participant-type !uri:uri display:string
TestReport.setup<BackboneElement !action*:TestReport.setup.action
TestReport.setup.action<BackboneElement operation:TestReport.setup.action.operation assert:TestReport.setup.action.assert
TestReport.setup.action.operation<BackboneElement !result:code=report-action-result-codes message:markdown detail:uri
TestReport.setup.action.assert<BackboneElement !result:code=report-action-result-codes message:markdown detail:string
TestReport.test<BackboneElement name:string description:string !action*:TestReport.test.action
TestReport.test.action<BackboneElement operation:TestReport.setup.action.operation assert:TestReport.setup.action.assert
TestReport.teardown<BackboneElement !action*:TestReport.teardown.action
TestReport.teardown.action<BackboneElement !operation:TestReport.setup.action.operation
TestScript<DomainResource !url:uri identifier:Identifier version:string !name:string title:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept purpose:markdown copyright:markdown origin*:TestScript.origin destination*:TestScript.destination metadata:TestScript.metadata fixture*:TestScript.fixture profile*:Reference variable*:TestScript.variable setup:TestScript.setup test*:TestScript.test teardown:TestScript.teardown
TestScript.origin<BackboneElement !index:integer !profile:Coding
TestScript.destination<BackboneElement !index:integer !profile:Coding
TestScript.metadata<BackboneElement link*:TestScript.metadata.link !capability*:TestScript.metadata.capability
TestScript.metadata.link<BackboneElement !url:uri description:string
TestScript.metadata.capability<BackboneElement !required:boolean !validated:boolean description:string origin*:integer destination:integer link*:uri !capabilities:canonical
TestScript.fixture<BackboneElement !autocreate:boolean !autodelete:boolean resource:Reference
TestScript.variable<BackboneElement !name:string defaultValue:string description:string expression:string headerField:string hint:string path:string sourceId:id
TestScript.setup<BackboneElement !action*:TestScript.setup.action
TestScript.setup.action<BackboneElement operation:TestScript.setup.action.operation assert:TestScript.setup.action.assert
TestScript.setup.action.operation<BackboneElement type:Coding resource:code=defined-types label:string description:string accept:code contentType:code destination:integer !encodeRequestUrl:boolean method:code=http-operations origin:integer params:string requestHeader*:TestScript.setup.action.operation.requestHeader requestId:id responseId:id sourceId:id targetId:id url:string
TestScript.setup.action.operation.requestHeader<BackboneElement !field:string !value:string
TestScript.setup.action.assert<BackboneElement label:string description:string direction:code=assert-direction-codes compareToSourceId:string compareToSourceExpression:string compareToSourcePath:string contentType:code expression:string headerField:string minimumId:string navigationLinks:boolean operator:code=assert-operator-codes path:string requestMethod:code=http-operations requestURL:string resource:code=defined-types response:code=assert-response-code-types responseCode:string sourceId:id validateProfileId:id value:string !warningOnly:boolean
TestScript.test<BackboneElement name:string description:string !action*:TestScript.test.action
TestScript.test.action<BackboneElement operation:TestScript.setup.action.operation assert:TestScript.setup.action.assert
TestScript.teardown<BackboneElement !action*:TestScript.teardown.action
TestScript.teardown.action<BackboneElement !operation:TestScript.setup.action.operation
ValueSet<DomainResource url:uri identifier*:Identifier version:string name:string title:string !status:code=publication-status experimental:boolean date:dateTime publisher:string contact*:ContactDetail description:markdown useContext*:UsageContext jurisdiction*:CodeableConcept immutable:boolean purpose:markdown copyright:markdown compose:ValueSet.compose expansion:ValueSet.expansion
ValueSet.compose<BackboneElement lockedDate:date inactive:boolean !include*:ValueSet.compose.include exclude*:ValueSet.compose.include
ValueSet.compose.include<BackboneElement system:uri version:string concept*:ValueSet.compose.include.concept filter*:ValueSet.compose.include.filter valueSet*:canonical
ValueSet.compose.include.concept<BackboneElement !code:code display:string designation*:ValueSet.compose.include.concept.designation
ValueSet.compose.include.concept.designation<BackboneElement language:code use:Coding !value:string
ValueSet.compose.include.filter<BackboneElement !property:code !op:code=filter-operator !value:string
ValueSet.expansion<BackboneElement identifier:uri !timestamp:dateTime total:integer offset:integer parameter*:ValueSet.expansion.parameter contains*:ValueSet.expansion.contains
ValueSet.expansion.parameter<BackboneElement !name:string value[x]:string|boolean|integer|decimal|uri|code|dateTime
ValueSet.expansion.contains<BackboneElement system:uri abstract:boolean inactive:boolean version:string code:code display:string designation*:ValueSet.compose.include.concept.designation contains*:ValueSet.expansion.contains
VerificationResult<DomainResource target*:Reference targetLocation*:string need:CodeableConcept !status:code=verificationresult-status statusDate:dateTime validationType:CodeableConcept validationProcess*:CodeableConcept frequency:Timing lastPerformed:dateTime nextScheduled:date failureAction:CodeableConcept primarySource*:VerificationResult.primarySource attestation:VerificationResult.attestation validator*:VerificationResult.validator
VerificationResult.primarySource<BackboneElement who:Reference type*:CodeableConcept communicationMethod*:CodeableConcept validationStatus:CodeableConcept validationDate:dateTime canPushUpdates:CodeableConcept pushTypeAvailable*:CodeableConcept
VerificationResult.attestation<BackboneElement who:Reference onBehalfOf:Reference communicationMethod:CodeableConcept date:date sourceIdentityCertificate:string proxyIdentityCertificate:string proxySignature:Signature sourceSignature:Signature
VerificationResult.validator<BackboneElement !organization:Reference identityCertificate:string attestationSignature:Signature
VisionPrescription<DomainResource identifier*:Identifier !status:code=fm-status !created:dateTime !patient:Reference encounter:Reference !dateWritten:dateTime !prescriber:Reference !lensSpecification*:VisionPrescription.lensSpecification
VisionPrescription.lensSpecification<BackboneElement !product:CodeableConcept !eye:code=vision-eye-codes sphere:decimal cylinder:decimal axis:integer prism*:VisionPrescription.lensSpecification.prism add:decimal power:decimal backCurve:decimal diameter:decimal duration:Quantity color:string brand:string note*:Annotation
VisionPrescription.lensSpecification.prism<BackboneElement !amount:decimal !base:code=vision-base-codes
`

/** The codes of the value sets that are bound as required: a name and its codes a line. */
export const R4_CODES = `
FHIR-version 0.01 0.05 0.06 0.11 0.0.80 0.0.81 0.0.82 0.4.0 0.5.0 1.0.0 1.0.1 1.0.2 1.1.0 1.4.0 1.6.0 1.8.0 3.0.0 3.0.1 3.3.0 3.5.0 4.0.0 4.0.1
account-status active inactive entered-in-error on-hold unknown
action-cardinality-behavior single multiple
action-condition-kind applicability start stop
action-grouping-behavior visual-group logical-group sentence-group
action-participant-type patient practitioner related-person device
action-precheck-behavior yes no
action-relationship-type before-start before before-end concurrent-with-start concurrent concurrent-with-end after-start after after-end
action-required-behavior must could must-unless-documented
action-selection-behavior any all all-or-none exactly-one at-most-one one-or-more
address-type postal physical both
address-use home work temp old billing
administrative-gender male female other unknown
adverse-event-actuality actual potential
all-types Address Age Annotation Attachment BackboneElement CodeableConcept Coding ContactDetail ContactPoint Contributor Count DataRequirement Distance Dosage Duration Element ElementDefinition Expression Extension HumanName Identifier MarketingStatus Meta Money MoneyQuantity Narrative ParameterDefinition Period Population ProdCharacteristic ProductShelfLife Quantity Range Ratio Reference RelatedArtifact SampledData Signature SimpleQuantity SubstanceAmount Timing TriggerDefinition UsageContext base64Binary boolean canonical code date dateTime decimal id instant integer markdown oid positiveInt string time unsignedInt uri url uuid xhtml Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse AuditEvent Basic Binary BiologicallyDerivedProduct BodyStructure Bundle CapabilityStatement CarePlan CareTeam CatalogEntry ChargeItem ChargeItemDefinition Claim ClaimResponse ClinicalImpression CodeSystem Communication CommunicationRequest CompartmentDefinition Composition ConceptMap Condition Consent Contract Coverage CoverageEligibilityRequest CoverageEligibilityResponse DetectedIssue Device DeviceDefinition DeviceMetric DeviceRequest DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference DomainResource EffectEvidenceSynthesis Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare EventDefinition Evidence EvidenceVariable ExampleScenario ExplanationOfBenefit FamilyMemberHistory Flag Goal GraphDefinition Group GuidanceResponse HealthcareService ImagingStudy Immunization ImmunizationEvaluation ImmunizationRecommendation ImplementationGuide InsurancePlan Invoice Library Linkage List Location Measure MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationKnowledge MedicationRequest MedicationStatement MedicinalProduct MedicinalProductAuthorization MedicinalProductContraindication MedicinalProductIndication MedicinalProductIngredient MedicinalProductInteraction MedicinalProductManufactured MedicinalProductPackaged MedicinalProductPharmaceutical MedicinalProductUndesirableEffect MessageDefinition MessageHeader MolecularSequence NamingSystem NutritionOrder Observation ObservationDefinition OperationDefinition OperationOutcome Organization OrganizationAffiliation Parameters Patient PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole Procedure Provenance Questionnaire QuestionnaireResponse RelatedPerson RequestGroup ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject Resource RiskAssessment RiskEvidenceSynthesis Schedule SearchParameter ServiceRequest Slot Specimen SpecimenDefinition StructureDefinition StructureMap Subscription Substance SubstanceNucleicAcid SubstancePolymer SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial SubstanceSpecification SupplyDelivery SupplyRequest Task TerminologyCapabilities TestReport TestScript ValueSet VerificationResult VisionPrescription Type Any
allergy-intolerance-category food medication environment biologic
allergy-intolerance-criticality low high unable-to-assess
allergy-intolerance-type allergy intolerance
appointmentstatus proposed pending booked arrived fulfilled cancelled noshow entered-in-error checked-in waitlist
assert-direction-codes response request
assert-operator-codes equals notEquals in notIn greaterThan lessThan empty notEmpty contains notContains eval
assert-response-code-types okay created noContent notModified bad forbidden notFound methodNotAllowed conflict gone preconditionFailed unprocessable
audit-event-action C R U D E
audit-event-outcome 0 4 8 12
binding-strength required extensible preferred example
bundle-type document message transaction transaction-response batch batch-response history searchset collection
capability-statement-kind instance capability requirements
care-plan-activity-kind Appointment CommunicationRequest DeviceRequest MedicationRequest NutritionOrder Task ServiceRequest VisionPrescription
care-plan-activity-status not-started scheduled in-progress on-hold completed cancelled stopped unknown entered-in-error
care-plan-intent proposal plan order option
care-team-status proposed active suspended inactive entered-in-error
chargeitem-status planned billable not-billable aborted billed entered-in-error unknown
claim-use claim preauthorization predetermination
clinicalimpression-status in-progress completed entered-in-error
code-search-support explicit all
codesystem-content-mode not-present example fragment complete supplement
codesystem-hierarchy-meaning grouped-by is-a part-of classified-with
compartment-type Patient Encounter RelatedPerson Practitioner Device
composition-attestation-mode personal professional legal official
composition-status preliminary final amended entered-in-error
concept-map-equivalence relatedto equivalent equal wider subsumes narrower specializes inexact unmatched disjoint
concept-property-type code Coding string integer boolean dateTime decimal
conceptmap-unmapped-mode provided fixed other-map
conditional-delete-status not-supported single multiple
conditional-read-status not-supported modified-since not-match full-support
consent-data-meaning instance related dependents authoredby
consent-provision-type deny permit
consent-state-codes draft proposed active rejected inactive entered-in-error
constraint-severity error warning
contact-point-system phone fax email pager url sms other
contact-point-use home work temp old mobile
contract-publicationstatus amended appended cancelled disputed entered-in-error executable executed negotiable offered policy rejected renewed revoked resolved terminated
contract-status amended appended cancelled disputed entered-in-error executable executed negotiable offered policy rejected renewed revoked resolved terminated
contributor-type author editor reviewer endorser
days-of-week mon tue wed thu fri sat sun
defined-types Address Age Annotation Attachment BackboneElement CodeableConcept Coding ContactDetail ContactPoint Contributor Count DataRequirement Distance Dosage Duration Element ElementDefinition Expression Extension HumanName Identifier MarketingStatus Meta Money MoneyQuantity Narrative ParameterDefinition Period Population ProdCharacteristic ProductShelfLife Quantity Range Ratio Reference RelatedArtifact SampledData Signature SimpleQuantity SubstanceAmount Timing TriggerDefinition UsageContext base64Binary boolean canonical code date dateTime decimal id instant integer markdown oid positiveInt string time unsignedInt uri url uuid xhtml Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse AuditEvent Basic Binary BiologicallyDerivedProduct BodyStructure Bundle CapabilityStatement CarePlan CareTeam CatalogEntry ChargeItem ChargeItemDefinition Claim ClaimResponse ClinicalImpression CodeSystem Communication CommunicationRequest CompartmentDefinition Composition ConceptMap Condition Consent Contract Coverage CoverageEligibilityRequest CoverageEligibilityResponse DetectedIssue Device DeviceDefinition DeviceMetric DeviceRequest DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference DomainResource EffectEvidenceSynthesis Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare EventDefinition Evidence EvidenceVariable ExampleScenario ExplanationOfBenefit FamilyMemberHistory Flag Goal GraphDefinition Group GuidanceResponse HealthcareService ImagingStudy Immunization ImmunizationEvaluation ImmunizationRecommendation ImplementationGuide InsurancePlan Invoice Library Linkage List Location Measure MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationKnowledge MedicationRequest MedicationStatement MedicinalProduct MedicinalProductAuthorization MedicinalProductContraindication MedicinalProductIndication MedicinalProductIngredient MedicinalProductInteraction MedicinalProductManufactured MedicinalProductPackaged MedicinalProductPharmaceutical MedicinalProductUndesirableEffect MessageDefinition MessageHeader MolecularSequence NamingSystem NutritionOrder Observation ObservationDefinition OperationDefinition OperationOutcome Organization OrganizationAffiliation Parameters Patient PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole Procedure Provenance Questionnaire QuestionnaireResponse RelatedPerson RequestGroup ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject Resource RiskAssessment RiskEvidenceSynthesis Schedule SearchParameter ServiceRequest Slot Specimen SpecimenDefinition StructureDefinition StructureMap Subscription Substance SubstanceNucleicAcid SubstancePolymer SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial SubstanceSpecification SupplyDelivery SupplyRequest Task TerminologyCapabilities TestReport TestScript ValueSet VerificationResult VisionPrescription
detectedissue-severity high moderate low
device-nametype udi-label-name user-friendly-name patient-reported-name manufacturer-name model-name other
device-statement-status active completed entered-in-error intended stopped on-hold
device-status active inactive entered-in-error unknown
diagnostic-report-status registered partial preliminary final amended corrected appended cancelled entered-in-error unknown
discriminator-type value exists pattern type profile
document-mode producer consumer
document-reference-status current superseded entered-in-error
document-relationship-type replaces transforms signs appends
eligibilityrequest-purpose auth-requirements benefits discovery validation
eligibilityresponse-purpose auth-requirements benefits discovery validation
encounter-location-status planned active reserved completed
encounter-status planned arrived triaged in-progress onleave finished cancelled entered-in-error unknown
endpoint-status active suspended error off entered-in-error test
episode-of-care-status planned waitlist active onhold finished cancelled entered-in-error
event-capability-mode sender receiver
event-status preparation in-progress not-done on-hold stopped completed entered-in-error unknown
event-timing MORN MORN.early MORN.late NOON AFT AFT.early AFT.late EVE EVE.early EVE.late NIGHT PHS HS WAKE C CM CD CV AC ACM ACD ACV PC PCM PCD PCV
examplescenario-actor-type person entity
explanationofbenefit-status active cancelled draft entered-in-error
exposure-state exposure exposure-alternative
extension-context-type fhirpath element extension
filter-operator = is-a descendent-of is-not-a regex in not-in generalizes exists
flag-status active inactive entered-in-error
fm-status active cancelled draft entered-in-error
goal-status proposed planned accepted active on-hold completed cancelled entered-in-error rejected
graph-compartment-rule identical matching different custom
graph-compartment-use condition requirement
group-measure mean median mean-of-mean mean-of-median median-of-mean median-of-median
group-type person animal practitioner device medication substance
guidance-response-status success data-requested data-required in-progress failure entered-in-error
guide-page-generation html markdown xml generated
guide-parameter-code apply path-resource path-pages path-tx-cache expansion-parameter rule-broken-links generate-xml generate-json generate-turtle html-template
history-status partial completed entered-in-error health-unknown
http-operations delete get options patch post put head
http-verb GET HEAD POST PUT DELETE PATCH
identifier-use usual official temp secondary old
identity-assuranceLevel level1 level2 level3 level4
imagingstudy-status registered available cancelled entered-in-error unknown
immunization-evaluation-status completed entered-in-error
immunization-status completed entered-in-error not-done
invoice-priceComponentType base surcharge deduction discount tax informational
invoice-status draft issued balanced cancelled entered-in-error
issue-severity fatal error warning information
issue-type invalid structure required value invariant security login unknown expired forbidden suppressed processing not-supported duplicate multiple-matches not-found deleted too-long code-invalid extension too-costly business-rule conflict transient lock-error no-store exception timeout incomplete throttled informational
item-type group display boolean decimal integer date dateTime time string text url choice open-choice attachment reference quantity
link-type replaced-by replaces refer seealso
linkage-type source alternate historical
list-mode working snapshot changes
list-status current retired entered-in-error
location-mode instance kind
location-status active suspended inactive
map-context-type type variable
map-group-type-mode none types type-and-types
map-input-mode source target
map-model-mode source queried target produced
map-source-list-mode first not_first last not_last only_one
map-target-list-mode first share last collate
map-transform create copy truncate escape cast append translate reference dateOp uuid pointer evaluate cc c qty id cp
measure-report-status complete pending error
measure-report-type individual subject-list summary data-collection
medication-admin-status in-progress not-done on-hold completed entered-in-error stopped unknown
medication-statement-status active completed entered-in-error intended stopped on-hold unknown not-taken
medication-status active inactive entered-in-error
medicationdispense-status preparation in-progress cancelled on-hold completed entered-in-error stopped declined unknown
medicationknowledge-status active inactive entered-in-error
medicationrequest-intent proposal plan order original-order reflex-order filler-order instance-order option
medicationrequest-status active on-hold cancelled completed entered-in-error stopped draft unknown
message-significance-category consequence currency notification
messageheader-response-request always on-error never on-success
metric-calibration-state not-calibrated calibration-required calibrated unspecified
metric-calibration-type unspecified offset gain two-point
metric-category measurement setting calculation unspecified
metric-color black red green yellow blue magenta cyan white
metric-operational-status on off standby entered-in-error
name-use usual official temp nickname anonymous old maiden
namingsystem-identifier-type oid uuid uri other
namingsystem-type codesystem identifier root
narrative-status generated extensions additional empty
network-type 1 2 3 4 5
note-type display print printoper
observation-range-category reference critical absolute
observation-status registered preliminary final amended corrected cancelled entered-in-error unknown
operation-kind operation query
operation-parameter-use in out
orientation-type sense antisense
participantrequired required optional information-only
participationstatus accepted declined tentative needs-action
permitted-data-type Quantity CodeableConcept string boolean integer Range Ratio SampledData time dateTime Period
product-category organ tissue fluid cells biologicalAgent
product-status available unavailable
product-storage-scale farenheit celsius kelvin
property-representation xmlAttr xmlText typeAttr cdaText xhtml
provenance-entity-role derivation revision quotation source removal
publication-status draft active retired unknown
quality-type indel snp unknown
quantity-comparator < <= >= >
questionnaire-answers-status in-progress completed amended entered-in-error stopped
questionnaire-enable-behavior all any
questionnaire-enable-operator exists = != > < >= <=
reaction-event-severity mild moderate severe
reference-handling-policy literal logical resolves enforced local
reference-version-rules either independent specific
related-artifact-type documentation justification citation predecessor successor derived-from depends-on composed-of
relation-type triggers is-replaced-by
remittance-outcome queued complete error partial
report-action-result-codes pass skip fail warning error
report-participant-type test-engine client server
report-result-codes pass fail pending
report-status-codes completed in-progress waiting stopped entered-in-error
repository-type directlink openapi login oauth other
request-intent proposal plan directive order original-order reflex-order filler-order instance-order option
request-priority routine urgent asap stat
request-resource-types Appointment AppointmentResponse CarePlan Claim CommunicationRequest Contract DeviceRequest EnrollmentRequest ImmunizationRecommendation MedicationRequest NutritionOrder ServiceRequest SupplyRequest Task VisionPrescription
request-status draft active on-hold revoked completed entered-in-error unknown
research-element-type population exposure outcome
research-study-status active administratively-completed approved closed-to-accrual closed-to-accrual-and-intervention completed disapproved in-review temporarily-closed-to-accrual temporarily-closed-to-accrual-and-intervention withdrawn
research-subject-status candidate eligible follow-up ineligible not-registered off-study on-study on-study-intervention on-study-observation pending-on-study potential-candidate screening withdrawn
resource-aggregation-mode contained referenced bundled
resource-slicing-rules closed open openAtEnd
resource-types Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse AuditEvent Basic Binary BiologicallyDerivedProduct BodyStructure Bundle CapabilityStatement CarePlan CareTeam CatalogEntry ChargeItem ChargeItemDefinition Claim ClaimResponse ClinicalImpression CodeSystem Communication CommunicationRequest CompartmentDefinition Composition ConceptMap Condition Consent Contract Coverage CoverageEligibilityRequest CoverageEligibilityResponse DetectedIssue Device DeviceDefinition DeviceMetric DeviceRequest DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference DomainResource EffectEvidenceSynthesis Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare EventDefinition Evidence EvidenceVariable ExampleScenario ExplanationOfBenefit FamilyMemberHistory Flag Goal GraphDefinition Group GuidanceResponse HealthcareService ImagingStudy Immunization ImmunizationEvaluation ImmunizationRecommendation ImplementationGuide InsurancePlan Invoice Library Linkage List Location Measure MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationKnowledge MedicationRequest MedicationStatement MedicinalProduct MedicinalProductAuthorization MedicinalProductContraindication MedicinalProductIndication MedicinalProductIngredient MedicinalProductInteraction MedicinalProductManufactured MedicinalProductPackaged MedicinalProductPharmaceutical MedicinalProductUndesirableEffect MessageDefinition MessageHeader MolecularSequence NamingSystem NutritionOrder Observation ObservationDefinition OperationDefinition OperationOutcome Organization OrganizationAffiliation Parameters Patient PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole Procedure Provenance Questionnaire QuestionnaireResponse RelatedPerson RequestGroup ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject Resource RiskAssessment RiskEvidenceSynthesis Schedule SearchParameter ServiceRequest Slot Specimen SpecimenDefinition StructureDefinition StructureMap Subscription Substance SubstanceNucleicAcid SubstancePolymer SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial SubstanceSpecification SupplyDelivery SupplyRequest Task TerminologyCapabilities TestReport TestScript ValueSet VerificationResult VisionPrescription
response-code ok transient-error fatal-error
restful-capability-mode client server
search-comparator eq ne gt lt ge le sa eb ap
search-entry-mode match include outcome
search-modifier-code missing exact contains not text in not-in below above type identifier ofType
search-param-type number date string token reference composite quantity uri special
search-xpath-usage normal phonetic nearby distance other
sequence-type aa dna rna
slotstatus busy free busy-unavailable busy-tentative entered-in-error
sort-direction ascending descending
spdx-license not-open-source 0BSD AAL Abstyles Adobe-2006 Adobe-Glyph ADSL AFL-1.1 AFL-1.2 AFL-2.0 AFL-2.1 AFL-3.0 Afmparse AGPL-1.0-only AGPL-1.0-or-later AGPL-3.0-only AGPL-3.0-or-later Aladdin AMDPLPA AML AMPAS ANTLR-PD Apache-1.0 Apache-1.1 Apache-2.0 APAFML APL-1.0 APSL-1.0 APSL-1.1 APSL-1.2 APSL-2.0 Artistic-1.0-cl8 Artistic-1.0-Perl Artistic-1.0 Artistic-2.0 Bahyph Barr Beerware BitTorrent-1.0 BitTorrent-1.1 Borceux BSD-1-Clause BSD-2-Clause-FreeBSD BSD-2-Clause-NetBSD BSD-2-Clause-Patent BSD-2-Clause BSD-3-Clause-Attribution BSD-3-Clause-Clear BSD-3-Clause-LBNL BSD-3-Clause-No-Nuclear-License-2014 BSD-3-Clause-No-Nuclear-License BSD-3-Clause-No-Nuclear-Warranty BSD-3-Clause BSD-4-Clause-UC BSD-4-Clause BSD-Protection BSD-Source-Code BSL-1.0 bzip2-1.0.5 bzip2-1.0.6 Caldera CATOSL-1.1 CC-BY-1.0 CC-BY-2.0 CC-BY-2.5 CC-BY-3.0 CC-BY-4.0 CC-BY-NC-1.0 CC-BY-NC-2.0 CC-BY-NC-2.5 CC-BY-NC-3.0 CC-BY-NC-4.0 CC-BY-NC-ND-1.0 CC-BY-NC-ND-2.0 CC-BY-NC-ND-2.5 CC-BY-NC-ND-3.0 CC-BY-NC-ND-4.0 CC-BY-NC-SA-1.0 CC-BY-NC-SA-2.0 CC-BY-NC-SA-2.5 CC-BY-NC-SA-3.0 CC-BY-NC-SA-4.0 CC-BY-ND-1.0 CC-BY-ND-2.0 CC-BY-ND-2.5 CC-BY-ND-3.0 CC-BY-ND-4.0 CC-BY-SA-1.0 CC-BY-SA-2.0 CC-BY-SA-2.5 CC-BY-SA-3.0 CC-BY-SA-4.0 CC0-1.0 CDDL-1.0 CDDL-1.1 CDLA-Permissive-1.0 CDLA-Sharing-1.0 CECILL-1.0 CECILL-1.1 CECILL-2.0 CECILL-2.1 CECILL-B CECILL-C ClArtistic CNRI-Jython CNRI-Python-GPL-Compatible CNRI-Python Condor-1.1 CPAL-1.0 CPL-1.0 CPOL-1.02 Crossword CrystalStacker CUA-OPL-1.0 Cube curl D-FSL-1.0 diffmark DOC Dotseqn DSDP dvipdfm ECL-1.0 ECL-2.0 EFL-1.0 EFL-2.0 eGenix Entessa EPL-1.0 EPL-2.0 ErlPL-1.1 EUDatagrid EUPL-1.0 EUPL-1.1 EUPL-1.2 Eurosym Fair Frameworx-1.0 FreeImage FSFAP FSFUL FSFULLR FTL GFDL-1.1-only GFDL-1.1-or-later GFDL-1.2-only GFDL-1.2-or-later GFDL-1.3-only GFDL-1.3-or-later Giftware GL2PS Glide Glulxe gnuplot GPL-1.0-only GPL-1.0-or-later GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later gSOAP-1.3b HaskellReport HPND IBM-pibs ICU IJG ImageMagick iMatix Imlib2 Info-ZIP Intel-ACPI Intel Interbase-1.0 IPA IPL-1.0 ISC JasPer-2.0 JSON LAL-1.2 LAL-1.3 Latex2e Leptonica LGPL-2.0-only LGPL-2.0-or-later LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later LGPLLR Libpng libtiff LiLiQ-P-1.1 LiLiQ-R-1.1 LiLiQ-Rplus-1.1 Linux-OpenIB LPL-1.0 LPL-1.02 LPPL-1.0 LPPL-1.1 LPPL-1.2 LPPL-1.3a LPPL-1.3c MakeIndex MirOS MIT-0 MIT-advertising MIT-CMU MIT-enna MIT-feh MIT MITNFA Motosoto mpich2 MPL-1.0 MPL-1.1 MPL-2.0-no-copyleft-exception MPL-2.0 MS-PL MS-RL MTLL Multics Mup NASA-1.3 Naumen NBPL-1.0 NCSA Net-SNMP NetCDF Newsletr NGPL NLOD-1.0 NLPL Nokia NOSL Noweb NPL-1.0 NPL-1.1 NPOSL-3.0 NRL NTP OCCT-PL OCLC-2.0 ODbL-1.0 OFL-1.0 OFL-1.1 OGTSL OLDAP-1.1 OLDAP-1.2 OLDAP-1.3 OLDAP-1.4 OLDAP-2.0.1 OLDAP-2.0 OLDAP-2.1 OLDAP-2.2.1 OLDAP-2.2.2 OLDAP-2.2 OLDAP-2.3 OLDAP-2.4 OLDAP-2.5 OLDAP-2.6 OLDAP-2.7 OLDAP-2.8 OML OpenSSL OPL-1.0 OSET-PL-2.1 OSL-1.0 OSL-1.1 OSL-2.0 OSL-2.1 OSL-3.0 PDDL-1.0 PHP-3.0 PHP-3.01 Plexus PostgreSQL psfrag psutils Python-2.0 Qhull QPL-1.0 Rdisc RHeCos-1.1 RPL-1.1 RPL-1.5 RPSL-1.0 RSA-MD RSCPL Ruby SAX-PD Saxpath SCEA Sendmail SGI-B-1.0 SGI-B-1.1 SGI-B-2.0 SimPL-2.0 SISSL-1.2 SISSL Sleepycat SMLNJ SMPPL SNIA Spencer-86 Spencer-94 Spencer-99 SPL-1.0 SugarCRM-1.1.3 SWL TCL TCP-wrappers TMate TORQUE-1.1 TOSL Unicode-DFS-2015 Unicode-DFS-2016 Unicode-TOU Unlicense UPL-1.0 Vim VOSTROM VSL-1.0 W3C-19980720 W3C-20150513 W3C Watcom-1.0 Wsuipa WTFPL X11 Xerox XFree86-1.1 xinetd Xnet xpp XSkat YPL-1.0 YPL-1.1 Zed Zend-2.0 Zimbra-1.3 Zimbra-1.4 zlib-acknowledgement Zlib ZPL-1.1 ZPL-2.0 ZPL-2.1
specimen-contained-preference preferred alternate
specimen-status available unavailable unsatisfactory entered-in-error
strand-type watson crick
structure-definition-kind primitive-type complex-type resource logical
subscription-channel-type rest-hook websocket email sms message
subscription-status requested active error off
substance-status active inactive entered-in-error
supplydelivery-status in-progress completed abandoned entered-in-error
supplyrequest-status draft active suspended cancelled completed entered-in-error unknown
system-restful-interaction transaction batch search-system history-system
task-intent unknown proposal plan order original-order reflex-order filler-order instance-order option
task-status draft requested received accepted rejected ready cancelled in-progress on-hold failed completed entered-in-error
trigger-type named-event periodic data-changed data-added data-modified data-removed data-accessed data-access-ended
type-derivation-rule specialization constraint
type-restful-interaction read vread update patch delete history-instance history-type create search-type
udi-entry-type barcode rfid manual card self-reported unknown
units-of-time s min h d wk mo a
v3-ConfidentialityClassification U L M N R V
variable-type dichotomous continuous descriptive
verificationresult-status attested validated in-process req-revalid val-fail reval-fail
versioning-policy no-version versioned versioned-update
vision-base-codes up down in out
vision-eye-codes right left
`
