// Made by scripts/r4-search.mjs from the search parameters of FHIR R4 4.0.1 (http://hl7.org/fhir/R4/searchparameter-registry.html),
// which HL7 has put in the public domain (CC0 1.0). Do not edit.

/**
 * A resource type a line, and below it, after a space, its search parameters: the name, behind "=" the id of its definition
 * where that is not Type-name; the kind; the paths to its values, each with its type behind "~" and the system of its codes
 * behind "|"; and behind ">" the types that a reference may point to, if not any. "telecom[system=email]" is every telecom
 * whose system is email. Left out: quantities, numbers, composites, near, and what takes more of FHIRPath than a path.
 */
export const R4_SEARCH = `
Account
 identifier token identifier~Identifier
 name string name~string
 owner reference owner~Reference >Organization
 patient reference subject~Reference >Patient
 period date servicePeriod~Period
 status token status~code|http://hl7.org/fhir/account-status
 subject reference subject~Reference >Device,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole
 type token type~CodeableConcept
ActivityDefinition
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 depends-on reference relatedArtifact[type=depends-on].resource~canonical library~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 url uri url~uri
 version token version~string
AdverseEvent
 actuality token actuality~code|http://hl7.org/fhir/adverse-event-actuality
 category token category~CodeableConcept
 date date date~dateTime
 event token event~CodeableConcept
 location reference location~Reference >Location
 recorder reference recorder~Reference >Patient,Practitioner,PractitionerRole,RelatedPerson
 resultingcondition reference resultingCondition~Reference >Condition
 seriousness token seriousness~CodeableConcept
 severity token severity~CodeableConcept
 study reference study~Reference >ResearchStudy
 subject reference subject~Reference >Group,Patient,Practitioner,RelatedPerson
 substance reference suspectEntity.instance~Reference >Device,Immunization,Medication,MedicationAdministration,MedicationStatement,Procedure,Substance
AllergyIntolerance
 asserter reference asserter~Reference >Patient,Practitioner,PractitionerRole,RelatedPerson
 category token category~code|http://hl7.org/fhir/allergy-intolerance-category
 clinical-status token clinicalStatus~CodeableConcept
 code=clinical-code token code~CodeableConcept reaction.substance~CodeableConcept
 criticality token criticality~code|http://hl7.org/fhir/allergy-intolerance-criticality
 date=clinical-date date recordedDate~dateTime
 identifier=clinical-identifier token identifier~Identifier
 last-date date lastOccurrence~dateTime
 manifestation token reaction.manifestation~CodeableConcept
 onset date reaction.onset~dateTime
 patient=clinical-patient reference patient~Reference >Patient
 recorder reference recorder~Reference >Patient,Practitioner,PractitionerRole,RelatedPerson
 route token reaction.exposureRoute~CodeableConcept
 severity token reaction.severity~code|http://hl7.org/fhir/reaction-event-severity
 type=clinical-type token type~code|http://hl7.org/fhir/allergy-intolerance-type
 verification-status token verificationStatus~CodeableConcept
Appointment
 actor reference participant.actor~Reference >Device,HealthcareService,Location,Patient,Practitioner,PractitionerRole,RelatedPerson
 appointment-type token appointmentType~CodeableConcept
 based-on reference basedOn~Reference >ServiceRequest
 date date start~instant
 identifier token identifier~Identifier
 location reference participant.actor~Reference >Location
 part-status token participant.status~code|http://hl7.org/fhir/participationstatus
 patient reference participant.actor~Reference >Patient
 practitioner reference participant.actor~Reference >Practitioner
 reason-code token reasonCode~CodeableConcept
 reason-reference reference reasonReference~Reference >Condition,ImmunizationRecommendation,Observation,Procedure
 service-category token serviceCategory~CodeableConcept
 service-type token serviceType~CodeableConcept
 slot reference slot~Reference >Slot
 specialty token specialty~CodeableConcept
 status token status~code|http://hl7.org/fhir/appointmentstatus
 supporting-info reference supportingInformation~Reference
AppointmentResponse
 actor reference actor~Reference >Device,HealthcareService,Location,Patient,Practitioner,PractitionerRole,RelatedPerson
 appointment reference appointment~Reference >Appointment
 identifier token identifier~Identifier
 location reference actor~Reference >Location
 part-status token participantStatus~code|http://hl7.org/fhir/participationstatus
 patient reference actor~Reference >Patient
 practitioner reference actor~Reference >Practitioner
AuditEvent
 action token action~code|http://hl7.org/fhir/audit-event-action
 address string agent.network.address~string
 agent reference agent.who~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 agent-name string agent.name~string
 agent-role token agent.role~CodeableConcept
 altid token agent.altId~string
 date date recorded~instant
 entity reference entity.what~Reference
 entity-name string entity.name~string
 entity-role token entity.role~Coding
 entity-type token entity.type~Coding
 outcome token outcome~code|http://hl7.org/fhir/audit-event-outcome
 patient reference agent.who~Reference entity.what~Reference >Patient
 policy uri agent.policy~uri
 site token source.site~string
 source reference source.observer~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 subtype token subtype~Coding
 type token type~Coding
Basic
 author reference author~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 code token code~CodeableConcept
 created date created~date
 identifier token identifier~Identifier
 patient reference subject~Reference >Patient
 subject reference subject~Reference
BodyStructure
 identifier token identifier~Identifier
 location token location~CodeableConcept
 morphology token morphology~CodeableConcept
 patient reference patient~Reference >Patient
Bundle
 identifier token identifier~Identifier
 timestamp date timestamp~instant
 type token type~code|http://hl7.org/fhir/bundle-type
CapabilityStatement
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 fhirversion token version~string
 format token format~code
 guide reference implementationGuide~canonical >ImplementationGuide
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 mode token rest.mode~code|http://hl7.org/fhir/restful-capability-mode
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 resource token rest.resource.type~code|http://hl7.org/fhir/resource-types
 resource-profile reference rest.resource.profile~canonical >StructureDefinition
 security-service token rest.security.service~CodeableConcept
 software string software.name~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 supported-profile reference rest.resource.supportedProfile~canonical >StructureDefinition
 title=conformance-title string title~string
 url=conformance-url uri url~uri
 version=conformance-version token version~string
CarePlan
 activity-code token activity.detail.code~CodeableConcept
 activity-date date activity.detail.scheduledTiming~Timing activity.detail.scheduledPeriod~Period
 activity-reference reference activity.reference~Reference >Appointment,CommunicationRequest,DeviceRequest,MedicationRequest,NutritionOrder,RequestGroup,ServiceRequest,Task,VisionPrescription
 based-on reference basedOn~Reference >CarePlan
 care-team reference careTeam~Reference >CareTeam
 category token category~CodeableConcept
 condition reference addresses~Reference >Condition
 date=clinical-date date period~Period
 encounter reference encounter~Reference >Encounter
 goal reference goal~Reference >Goal
 identifier=clinical-identifier token identifier~Identifier
 instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,Measure,OperationDefinition,PlanDefinition,Questionnaire
 instantiates-uri uri instantiatesUri~uri
 intent token intent~code|http://hl7.org/fhir/request-intent
 part-of reference partOf~Reference >CarePlan
 patient=clinical-patient reference subject~Reference >Patient
 performer reference activity.detail.performer~Reference >CareTeam,Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 replaces reference replaces~Reference >CarePlan
 status token status~code|http://hl7.org/fhir/request-status
 subject reference subject~Reference >Group,Patient
CareTeam
 category token category~CodeableConcept
 date=clinical-date date period~Period
 encounter reference encounter~Reference >Encounter
 identifier=clinical-identifier token identifier~Identifier
 participant reference participant.member~Reference >CareTeam,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 patient=clinical-patient reference subject~Reference >Patient
 status token status~code|http://hl7.org/fhir/care-team-status
 subject reference subject~Reference >Group,Patient
ChargeItem
 account reference account~Reference >Account
 code token code~CodeableConcept
 context reference context~Reference >Encounter,EpisodeOfCare
 entered-date date enteredDate~dateTime
 enterer reference enterer~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 identifier token identifier~Identifier
 occurrence date occurrenceDateTime~dateTime occurrencePeriod~Period occurrenceTiming~Timing
 patient reference subject~Reference >Patient
 performer-actor reference performer.actor~Reference >CareTeam,Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 performer-function token performer.function~CodeableConcept
 performing-organization reference performingOrganization~Reference >Organization
 requesting-organization reference requestingOrganization~Reference >Organization
 service reference service~Reference >DiagnosticReport,ImagingStudy,Immunization,MedicationAdministration,MedicationDispense,Observation,Procedure,SupplyDelivery
 subject reference subject~Reference >Group,Patient
ChargeItemDefinition
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 title string title~string
 url uri url~uri
 version token version~string
Claim
 care-team reference careTeam.provider~Reference >Organization,Practitioner,PractitionerRole
 created date created~dateTime
 detail-udi reference item.detail.udi~Reference >Device
 encounter reference item.encounter~Reference >Encounter
 enterer reference enterer~Reference >Practitioner,PractitionerRole
 facility reference facility~Reference >Location
 identifier token identifier~Identifier
 insurer reference insurer~Reference >Organization
 item-udi reference item.udi~Reference >Device
 patient reference patient~Reference >Patient
 payee reference payee.party~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 priority token priority~CodeableConcept
 procedure-udi reference procedure.udi~Reference >Device
 provider reference provider~Reference >Organization,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/fm-status
 subdetail-udi reference item.detail.subDetail.udi~Reference >Device
 use token use~code|http://hl7.org/fhir/claim-use
ClaimResponse
 created date created~dateTime
 disposition string disposition~string
 identifier token identifier~Identifier
 insurer reference insurer~Reference >Organization
 outcome token outcome~code|http://hl7.org/fhir/remittance-outcome
 patient reference patient~Reference >Patient
 payment-date date payment.date~date
 request reference request~Reference >Claim
 requestor reference requestor~Reference >Organization,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/fm-status
 use token use~code|http://hl7.org/fhir/claim-use
ClinicalImpression
 assessor reference assessor~Reference >Practitioner,PractitionerRole
 date=clinical-date date date~dateTime
 encounter reference encounter~Reference >Encounter
 finding-code token finding.itemCodeableConcept~CodeableConcept
 finding-ref reference finding.itemReference~Reference >Condition,Media,Observation
 identifier token identifier~Identifier
 investigation reference investigation.item~Reference >DiagnosticReport,FamilyMemberHistory,ImagingStudy,Media,Observation,QuestionnaireResponse,RiskAssessment
 patient=clinical-patient reference subject~Reference >Patient
 previous reference previous~Reference >ClinicalImpression
 problem reference problem~Reference >AllergyIntolerance,Condition
 status token status~code|http://hl7.org/fhir/event-status
 subject reference subject~Reference >Group,Patient
 supporting-info reference supportingInfo~Reference
CodeSystem
 code token concept.code~code
 content-mode token content~code|http://hl7.org/fhir/codesystem-content-mode
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 identifier=conformance-identifier token identifier~Identifier
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 language token concept.designation.language~code
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 supplements reference supplements~canonical >CodeSystem
 system uri url~uri
 title=conformance-title string title~string
 url=conformance-url uri url~uri
 version=conformance-version token version~string
Communication
 based-on reference basedOn~Reference
 category token category~CodeableConcept
 encounter reference encounter~Reference >Encounter
 identifier token identifier~Identifier
 instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,Measure,OperationDefinition,PlanDefinition,Questionnaire
 instantiates-uri uri instantiatesUri~uri
 medium token medium~CodeableConcept
 part-of reference partOf~Reference
 patient reference subject~Reference >Patient
 received date received~dateTime
 recipient reference recipient~Reference >CareTeam,Device,Group,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 sender reference sender~Reference >Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 sent date sent~dateTime
 status token status~code|http://hl7.org/fhir/event-status
 subject reference subject~Reference >Group,Patient
CommunicationRequest
 authored date authoredOn~dateTime
 based-on reference basedOn~Reference
 category token category~CodeableConcept
 encounter reference encounter~Reference >Encounter
 group-identifier token groupIdentifier~Identifier
 identifier token identifier~Identifier
 medium token medium~CodeableConcept
 occurrence date occurrenceDateTime~dateTime
 patient reference subject~Reference >Patient
 priority token priority~code|http://hl7.org/fhir/request-priority
 recipient reference recipient~Reference >CareTeam,Device,Group,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 replaces reference replaces~Reference >CommunicationRequest
 requester reference requester~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 sender reference sender~Reference >Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 status token status~code|http://hl7.org/fhir/request-status
 subject reference subject~Reference >Group,Patient
CompartmentDefinition
 code token code~code|http://hl7.org/fhir/compartment-type
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 resource token resource.code~code|http://hl7.org/fhir/resource-types
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 url=conformance-url uri url~uri
 version=conformance-version token version~string
Composition
 attester reference attester.party~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 author reference author~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 category token category~CodeableConcept
 confidentiality token confidentiality~code
 context token event.code~CodeableConcept
 date=clinical-date date date~dateTime
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 entry reference section.entry~Reference
 identifier=clinical-identifier token identifier~Identifier
 patient=clinical-patient reference subject~Reference >Patient
 period date event.period~Period
 related-id token relatesTo.targetIdentifier~Identifier
 related-ref reference relatesTo.targetReference~Reference >Composition
 section token section.code~CodeableConcept
 status token status~code|http://hl7.org/fhir/composition-status
 subject reference subject~Reference
 title string title~string
 type=clinical-type token type~CodeableConcept
ConceptMap
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 dependson uri group.element.target.dependsOn.property~uri
 description=conformance-description string description~markdown
 identifier=conformance-identifier token identifier~Identifier
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 name=conformance-name string name~string
 other reference group.unmapped.url~canonical >ConceptMap
 product uri group.element.target.product.property~uri
 publisher=conformance-publisher string publisher~string
 source reference sourceCanonical~canonical >ValueSet
 source-code token group.element.code~code
 source-system uri group.source~uri
 source-uri reference sourceUri~uri >ValueSet
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 target reference targetCanonical~canonical >ValueSet
 target-code token group.element.target.code~code
 target-system uri group.target~uri
 target-uri reference targetUri~uri >ValueSet
 title=conformance-title string title~string
 url=conformance-url uri url~uri
 version=conformance-version token version~string
Condition
 abatement-date date abatementDateTime~dateTime abatementPeriod~Period
 abatement-string string abatementString~string
 asserter reference asserter~Reference >Patient,Practitioner,PractitionerRole,RelatedPerson
 body-site token bodySite~CodeableConcept
 category token category~CodeableConcept
 clinical-status token clinicalStatus~CodeableConcept
 code=clinical-code token code~CodeableConcept
 encounter reference encounter~Reference >Encounter
 evidence token evidence.code~CodeableConcept
 evidence-detail reference evidence.detail~Reference
 identifier=clinical-identifier token identifier~Identifier
 onset-date date onsetDateTime~dateTime onsetPeriod~Period
 onset-info string onsetString~string
 patient=clinical-patient reference subject~Reference >Patient
 recorded-date date recordedDate~dateTime
 severity token severity~CodeableConcept
 stage token stage.summary~CodeableConcept
 subject reference subject~Reference >Group,Patient
 verification-status token verificationStatus~CodeableConcept
Consent
 action token provision.action~CodeableConcept
 actor reference provision.actor.reference~Reference >CareTeam,Device,Group,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 category token category~CodeableConcept
 consentor reference performer~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 data reference provision.data.reference~Reference
 date=clinical-date date dateTime~dateTime
 identifier=clinical-identifier token identifier~Identifier
 organization reference organization~Reference >Organization
 patient=clinical-patient reference patient~Reference >Patient
 period date provision.period~Period
 purpose token provision.purpose~Coding
 scope token scope~CodeableConcept
 security-label token provision.securityLabel~Coding
 source-reference reference sourceReference~Reference >Consent,Contract,DocumentReference,QuestionnaireResponse
 status token status~code|http://hl7.org/fhir/consent-state-codes
Contract
 authority reference authority~Reference >Organization
 domain reference domain~Reference >Location
 identifier token identifier~Identifier
 instantiates uri instantiatesUri~uri
 issued date issued~dateTime
 patient reference subject~Reference >Patient
 signer reference signer.party~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 status token status~code|http://hl7.org/fhir/contract-status
 subject reference subject~Reference
 url uri url~uri
Coverage
 beneficiary reference beneficiary~Reference >Patient
 class-type token class.type~CodeableConcept
 class-value string class.value~string
 dependent string dependent~string
 identifier token identifier~Identifier
 patient reference beneficiary~Reference >Patient
 payor reference payor~Reference >Organization,Patient,RelatedPerson
 policy-holder reference policyHolder~Reference >Organization,Patient,RelatedPerson
 status token status~code|http://hl7.org/fhir/fm-status
 subscriber reference subscriber~Reference >Patient,RelatedPerson
 type token type~CodeableConcept
CoverageEligibilityRequest
 created date created~dateTime
 enterer reference enterer~Reference >Practitioner,PractitionerRole
 facility reference facility~Reference >Location
 identifier token identifier~Identifier
 patient reference patient~Reference >Patient
 provider reference provider~Reference >Organization,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/fm-status
CoverageEligibilityResponse
 created date created~dateTime
 disposition string disposition~string
 identifier token identifier~Identifier
 insurer reference insurer~Reference >Organization
 outcome token outcome~code|http://hl7.org/fhir/remittance-outcome
 patient reference patient~Reference >Patient
 request reference request~Reference >CoverageEligibilityRequest
 requestor reference requestor~Reference >Organization,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/fm-status
DetectedIssue
 author reference author~Reference >Device,Practitioner,PractitionerRole
 code token code~CodeableConcept
 identified date identifiedDateTime~dateTime identifiedPeriod~Period
 identifier=clinical-identifier token identifier~Identifier
 implicated reference implicated~Reference
 patient=clinical-patient reference patient~Reference >Patient
 status token status~code|http://hl7.org/fhir/observation-status
Device
 device-name string deviceName.name~string type.coding.display~string type.text~string
 identifier token identifier~Identifier
 location reference location~Reference >Location
 manufacturer string manufacturer~string
 model string modelNumber~string
 organization reference owner~Reference >Organization
 patient reference patient~Reference >Patient
 status token status~code|http://hl7.org/fhir/device-status
 type token type~CodeableConcept
 udi-carrier string udiCarrier.carrierHRF~string
 udi-di string udiCarrier.deviceIdentifier~string
 url uri url~uri
DeviceDefinition
 identifier token identifier~Identifier
 parent reference parentDevice~Reference >DeviceDefinition
 type token type~CodeableConcept
DeviceMetric
 category token category~code|http://hl7.org/fhir/metric-category
 identifier token identifier~Identifier
 parent reference parent~Reference >Device
 source reference source~Reference >Device
 type token type~CodeableConcept
DeviceRequest
 authored-on date authoredOn~dateTime
 based-on reference basedOn~Reference
 code=clinical-code token codeCodeableConcept~CodeableConcept
 device reference codeReference~Reference >Device
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 event-date date occurrenceDateTime~dateTime occurrencePeriod~Period
 group-identifier token groupIdentifier~Identifier
 identifier=clinical-identifier token identifier~Identifier
 instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,PlanDefinition
 instantiates-uri uri instantiatesUri~uri
 insurance reference insurance~Reference >ClaimResponse,Coverage
 intent token intent~code|http://hl7.org/fhir/request-intent
 patient=clinical-patient reference subject~Reference >Patient
 performer reference performer~Reference >CareTeam,Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 prior-request reference priorRequest~Reference
 requester reference requester~Reference >Device,Organization,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/request-status
 subject reference subject~Reference >Device,Group,Location,Patient
DeviceUseStatement
 device reference device~Reference >Device
 identifier token identifier~Identifier
 patient=clinical-patient reference subject~Reference >Patient
 subject reference subject~Reference >Group,Patient
DiagnosticReport
 based-on reference basedOn~Reference >CarePlan,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ServiceRequest
 category token category~CodeableConcept
 code=clinical-code token code~CodeableConcept
 conclusion token conclusionCode~CodeableConcept
 date=clinical-date date effectiveDateTime~dateTime effectivePeriod~Period
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 identifier=clinical-identifier token identifier~Identifier
 issued date issued~instant
 media reference media.link~Reference >Media
 patient=clinical-patient reference subject~Reference >Patient
 performer reference performer~Reference >CareTeam,Organization,Practitioner,PractitionerRole
 result reference result~Reference >Observation
 results-interpreter reference resultsInterpreter~Reference >CareTeam,Organization,Practitioner,PractitionerRole
 specimen reference specimen~Reference >Specimen
 status token status~code|http://hl7.org/fhir/diagnostic-report-status
 subject reference subject~Reference >Device,Group,Location,Patient
DocumentManifest
 author reference author~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 created date created~dateTime
 description string description~string
 identifier=clinical-identifier token masterIdentifier~Identifier identifier~Identifier
 item reference content~Reference
 patient=clinical-patient reference subject~Reference >Patient
 recipient reference recipient~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 related-id token related.identifier~Identifier
 related-ref reference related.ref~Reference
 source uri source~uri
 status token status~code|http://hl7.org/fhir/document-reference-status
 subject reference subject~Reference >Device,Group,Patient,Practitioner
 type=clinical-type token type~CodeableConcept
DocumentReference
 authenticator reference authenticator~Reference >Organization,Practitioner,PractitionerRole
 author reference author~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 category token category~CodeableConcept
 contenttype token content.attachment.contentType~code
 custodian reference custodian~Reference >Organization
 date date date~instant
 description string description~string
 encounter=clinical-encounter reference context.encounter~Reference >Encounter,EpisodeOfCare
 event token context.event~CodeableConcept
 facility token context.facilityType~CodeableConcept
 format token content.format~Coding
 identifier=clinical-identifier token masterIdentifier~Identifier identifier~Identifier
 language token content.attachment.language~code
 location uri content.attachment.url~url
 patient=clinical-patient reference subject~Reference >Patient
 period date context.period~Period
 related reference context.related~Reference
 relatesto reference relatesTo.target~Reference >DocumentReference
 relation token relatesTo.code~code|http://hl7.org/fhir/document-relationship-type
 security-label token securityLabel~CodeableConcept
 setting token context.practiceSetting~CodeableConcept
 status token status~code|http://hl7.org/fhir/document-reference-status
 subject reference subject~Reference >Device,Group,Patient,Practitioner
 type=clinical-type token type~CodeableConcept
EffectEvidenceSynthesis
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 title string title~string
 url uri url~uri
 version token version~string
Encounter
 account reference account~Reference >Account
 appointment reference appointment~Reference >Appointment
 based-on reference basedOn~Reference >ServiceRequest
 class token class~Coding
 date=clinical-date date period~Period
 diagnosis reference diagnosis.condition~Reference >Condition,Procedure
 episode-of-care reference episodeOfCare~Reference >EpisodeOfCare
 identifier=clinical-identifier token identifier~Identifier
 location reference location.location~Reference >Location
 location-period date location.period~Period
 part-of reference partOf~Reference >Encounter
 participant reference participant.individual~Reference >Practitioner,PractitionerRole,RelatedPerson
 participant-type token participant.type~CodeableConcept
 patient=clinical-patient reference subject~Reference >Patient
 practitioner reference participant.individual~Reference >Practitioner
 reason-code token reasonCode~CodeableConcept
 reason-reference reference reasonReference~Reference >Condition,ImmunizationRecommendation,Observation,Procedure
 service-provider reference serviceProvider~Reference >Organization
 special-arrangement token hospitalization.specialArrangement~CodeableConcept
 status token status~code|http://hl7.org/fhir/encounter-status
 subject reference subject~Reference >Group,Patient
 type=clinical-type token type~CodeableConcept
Endpoint
 connection-type token connectionType~Coding
 identifier token identifier~Identifier
 name string name~string
 organization reference managingOrganization~Reference >Organization
 payload-type token payloadType~CodeableConcept
 status token status~code|http://hl7.org/fhir/endpoint-status
EnrollmentRequest
 identifier token identifier~Identifier
 patient reference candidate~Reference >Patient
 status token status~code|http://hl7.org/fhir/fm-status
 subject reference candidate~Reference >Patient
EnrollmentResponse
 identifier token identifier~Identifier
 request reference request~Reference >EnrollmentRequest
 status token status~code|http://hl7.org/fhir/fm-status
EpisodeOfCare
 care-manager reference careManager~Reference >Practitioner
 condition reference diagnosis.condition~Reference >Condition
 date=clinical-date date period~Period
 identifier=clinical-identifier token identifier~Identifier
 incoming-referral reference referralRequest~Reference >ServiceRequest
 organization reference managingOrganization~Reference >Organization
 patient=clinical-patient reference patient~Reference >Patient
 status token status~code|http://hl7.org/fhir/episode-of-care-status
 type=clinical-type token type~CodeableConcept
EventDefinition
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 depends-on reference relatedArtifact[type=depends-on].resource~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 url uri url~uri
 version token version~string
Evidence
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 depends-on reference relatedArtifact[type=depends-on].resource~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 url uri url~uri
 version token version~string
EvidenceVariable
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 depends-on reference relatedArtifact[type=depends-on].resource~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 url uri url~uri
 version token version~string
ExampleScenario
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 url uri url~uri
 version token version~string
ExplanationOfBenefit
 care-team reference careTeam.provider~Reference >Organization,Practitioner,PractitionerRole
 claim reference claim~Reference >Claim
 coverage reference insurance.coverage~Reference >Coverage
 created date created~dateTime
 detail-udi reference item.detail.udi~Reference >Device
 disposition string disposition~string
 encounter reference item.encounter~Reference >Encounter
 enterer reference enterer~Reference >Practitioner,PractitionerRole
 facility reference facility~Reference >Location
 identifier token identifier~Identifier
 item-udi reference item.udi~Reference >Device
 patient reference patient~Reference >Patient
 payee reference payee.party~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 procedure-udi reference procedure.udi~Reference >Device
 provider reference provider~Reference >Organization,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/explanationofbenefit-status
 subdetail-udi reference item.detail.subDetail.udi~Reference >Device
FamilyMemberHistory
 code=clinical-code token condition.code~CodeableConcept
 date=clinical-date date date~dateTime
 identifier=clinical-identifier token identifier~Identifier
 instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,Measure,OperationDefinition,PlanDefinition,Questionnaire
 instantiates-uri uri instantiatesUri~uri
 patient=clinical-patient reference patient~Reference >Patient
 relationship token relationship~CodeableConcept
 sex token sex~CodeableConcept
 status token status~code|http://hl7.org/fhir/history-status
Flag
 author reference author~Reference >Device,Organization,Patient,Practitioner,PractitionerRole
 date=clinical-date date period~Period
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 identifier token identifier~Identifier
 patient=clinical-patient reference subject~Reference >Patient
 subject reference subject~Reference >Group,Location,Medication,Organization,Patient,PlanDefinition,Practitioner,Procedure
Goal
 achievement-status token achievementStatus~CodeableConcept
 category token category~CodeableConcept
 identifier=clinical-identifier token identifier~Identifier
 lifecycle-status token lifecycleStatus~code|http://hl7.org/fhir/goal-status
 patient=clinical-patient reference subject~Reference >Patient
 start-date date startDate~date
 subject reference subject~Reference >Group,Organization,Patient
 target-date date target.dueDate~date
GraphDefinition
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 start token start~code|http://hl7.org/fhir/resource-types
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 url=conformance-url uri url~uri
 version=conformance-version token version~string
Group
 actual token actual~boolean
 characteristic token characteristic.code~CodeableConcept
 code token code~CodeableConcept
 exclude token characteristic.exclude~boolean
 identifier token identifier~Identifier
 managing-entity reference managingEntity~Reference >Organization,Practitioner,PractitionerRole,RelatedPerson
 member reference member.entity~Reference >Device,Group,Medication,Patient,Practitioner,PractitionerRole,Substance
 type token type~code|http://hl7.org/fhir/group-type
 value token characteristic.valueCodeableConcept~CodeableConcept characteristic.valueBoolean~boolean
GuidanceResponse
 identifier token identifier~Identifier
 patient reference subject~Reference >Patient
 request token requestIdentifier~Identifier
 subject reference subject~Reference >Group,Patient
HealthcareService
 active token active~boolean
 characteristic token characteristic~CodeableConcept
 coverage-area reference coverageArea~Reference >Location
 endpoint reference endpoint~Reference >Endpoint
 identifier token identifier~Identifier
 location reference location~Reference >Location
 name string name~string
 organization reference providedBy~Reference >Organization
 program token program~CodeableConcept
 service-category token category~CodeableConcept
 service-type token type~CodeableConcept
 specialty token specialty~CodeableConcept
ImagingStudy
 basedon reference basedOn~Reference >Appointment,AppointmentResponse,CarePlan,ServiceRequest,Task
 bodysite token series.bodySite~Coding
 dicom-class token series.instance.sopClass~Coding
 encounter reference encounter~Reference >Encounter
 endpoint reference endpoint~Reference series.endpoint~Reference >Endpoint
 identifier=clinical-identifier token identifier~Identifier
 instance token series.instance.uid~id
 interpreter reference interpreter~Reference >Practitioner,PractitionerRole
 modality token series.modality~Coding
 patient=clinical-patient reference subject~Reference >Patient
 performer reference series.performer.actor~Reference >CareTeam,Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 reason token reasonCode~CodeableConcept
 referrer reference referrer~Reference >Practitioner,PractitionerRole
 series token series.uid~id
 started date started~dateTime
 status token status~code|http://hl7.org/fhir/imagingstudy-status
 subject reference subject~Reference >Device,Group,Patient
Immunization
 date=clinical-date date occurrenceDateTime~dateTime
 identifier=clinical-identifier token identifier~Identifier
 location reference location~Reference >Location
 lot-number string lotNumber~string
 manufacturer reference manufacturer~Reference >Organization
 patient=clinical-patient reference patient~Reference >Patient
 performer reference performer.actor~Reference >Organization,Practitioner,PractitionerRole
 reaction reference reaction.detail~Reference >Observation
 reaction-date date reaction.date~dateTime
 reason-code token reasonCode~CodeableConcept
 reason-reference reference reasonReference~Reference >Condition,DiagnosticReport,Observation
 series string protocolApplied.series~string
 status token status~code|http://hl7.org/fhir/event-status
 status-reason token statusReason~CodeableConcept
 target-disease token protocolApplied.targetDisease~CodeableConcept
 vaccine-code token vaccineCode~CodeableConcept
ImmunizationEvaluation
 date date date~dateTime
 dose-status token doseStatus~CodeableConcept
 identifier token identifier~Identifier
 immunization-event reference immunizationEvent~Reference >Immunization
 patient reference patient~Reference >Patient
 status token status~code|http://terminology.hl7.org/CodeSystem/medication-admin-status
 target-disease token targetDisease~CodeableConcept
ImmunizationRecommendation
 date date date~dateTime
 identifier token identifier~Identifier
 information reference recommendation.supportingPatientInformation~Reference
 patient reference patient~Reference >Patient
 status token recommendation.forecastStatus~CodeableConcept
 support reference recommendation.supportingImmunization~Reference >Immunization,ImmunizationEvaluation
 target-disease token recommendation.targetDisease~CodeableConcept
 vaccine-type token recommendation.vaccineCode~CodeableConcept
ImplementationGuide
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 depends-on reference dependsOn.uri~canonical >ImplementationGuide
 description=conformance-description string description~markdown
 experimental token experimental~boolean
 global reference global.profile~canonical >StructureDefinition
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 resource reference definition.resource.reference~Reference
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 title=conformance-title string title~string
 url=conformance-url uri url~uri
 version=conformance-version token version~string
InsurancePlan
 address string contact.address~Address
 address-city string contact.address.city~string
 address-country string contact.address.country~string
 address-postalcode string contact.address.postalCode~string
 address-state string contact.address.state~string
 address-use token contact.address.use~code|http://hl7.org/fhir/address-use
 administered-by reference administeredBy~Reference >Organization
 endpoint reference endpoint~Reference >Endpoint
 identifier token identifier~Identifier
 owned-by reference ownedBy~Reference >Organization
 status token status~code|http://hl7.org/fhir/publication-status
 type token type~CodeableConcept
Invoice
 account reference account~Reference >Account
 date date date~dateTime
 identifier token identifier~Identifier
 issuer reference issuer~Reference >Organization
 participant reference participant.actor~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 participant-role token participant.role~CodeableConcept
 patient reference subject~Reference >Patient
 recipient reference recipient~Reference >Organization,Patient,RelatedPerson
 status token status~code|http://hl7.org/fhir/invoice-status
 subject reference subject~Reference >Group,Patient
 type token type~CodeableConcept
Library
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 content-type token content.contentType~code
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 depends-on reference relatedArtifact[type=depends-on].resource~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 type token type~CodeableConcept
 url uri url~uri
 version token version~string
Linkage
 author reference author~Reference >Organization,Practitioner,PractitionerRole
 item reference item.resource~Reference
 source reference item.resource~Reference
List
 code=clinical-code token code~CodeableConcept
 date=clinical-date date date~dateTime
 empty-reason token emptyReason~CodeableConcept
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 identifier=clinical-identifier token identifier~Identifier
 item reference entry.item~Reference
 notes string note.text~markdown
 patient=clinical-patient reference subject~Reference >Patient
 source reference source~Reference >Device,Patient,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/list-status
 subject reference subject~Reference >Device,Group,Location,Patient
 title string title~string
Location
 address string address~Address
 address-city string address.city~string
 address-country string address.country~string
 address-postalcode string address.postalCode~string
 address-state string address.state~string
 address-use token address.use~code|http://hl7.org/fhir/address-use
 endpoint reference endpoint~Reference >Endpoint
 identifier token identifier~Identifier
 name string name~string alias~string
 operational-status token operationalStatus~Coding
 organization reference managingOrganization~Reference >Organization
 partof reference partOf~Reference >Location
 status token status~code|http://hl7.org/fhir/location-status
 type token type~CodeableConcept
Measure
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 depends-on reference relatedArtifact[type=depends-on].resource~canonical library~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 url uri url~uri
 version token version~string
MeasureReport
 date date date~dateTime
 evaluated-resource reference evaluatedResource~Reference
 identifier token identifier~Identifier
 measure reference measure~canonical >Measure
 patient reference subject~Reference >Patient
 period date period~Period
 reporter reference reporter~Reference >Location,Organization,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/measure-report-status
 subject reference subject~Reference >CareTeam,Device,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
Media
 based-on reference basedOn~Reference >CarePlan,ServiceRequest
 created date createdDateTime~dateTime createdPeriod~Period
 device reference device~Reference >Device,DeviceMetric
 encounter reference encounter~Reference >Encounter
 identifier token identifier~Identifier
 modality token modality~CodeableConcept
 operator reference operator~Reference >CareTeam,Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 patient reference subject~Reference >Patient
 site token bodySite~CodeableConcept
 status token status~code|http://hl7.org/fhir/event-status
 subject reference subject~Reference >Device,Group,Location,Patient,Practitioner,PractitionerRole,Specimen
 type token type~CodeableConcept
 view token view~CodeableConcept
Medication
 code=clinical-code token code~CodeableConcept
 expiration-date date batch.expirationDate~dateTime
 form token form~CodeableConcept
 identifier token identifier~Identifier
 ingredient reference ingredient.itemReference~Reference >Medication,Substance
 ingredient-code token ingredient.itemCodeableConcept~CodeableConcept
 lot-number token batch.lotNumber~string
 manufacturer reference manufacturer~Reference >Organization
 status token status~code|http://hl7.org/fhir/CodeSystem/medication-status
MedicationAdministration
 code=clinical-code token medicationCodeableConcept~CodeableConcept
 context reference context~Reference >Encounter,EpisodeOfCare
 device reference device~Reference >Device
 effective-time date effectiveDateTime~dateTime effectivePeriod~Period
 identifier=clinical-identifier token identifier~Identifier
 medication=medications-medication reference medicationReference~Reference >Medication
 patient=clinical-patient reference subject~Reference >Patient
 performer reference performer.actor~Reference >Device,Patient,Practitioner,PractitionerRole,RelatedPerson
 reason-given token reasonCode~CodeableConcept
 reason-not-given token statusReason~CodeableConcept
 request reference request~Reference >MedicationRequest
 status=medications-status token status~code|http://terminology.hl7.org/CodeSystem/medication-admin-status
 subject reference subject~Reference >Group,Patient
MedicationDispense
 code=clinical-code token medicationCodeableConcept~CodeableConcept
 context reference context~Reference >Encounter,EpisodeOfCare
 destination reference destination~Reference >Location
 identifier=clinical-identifier token identifier~Identifier
 medication=medications-medication reference medicationReference~Reference >Medication
 patient=clinical-patient reference subject~Reference >Patient
 performer reference performer.actor~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 prescription=medications-prescription reference authorizingPrescription~Reference >MedicationRequest
 receiver reference receiver~Reference >Patient,Practitioner
 responsibleparty reference substitution.responsibleParty~Reference >Practitioner,PractitionerRole
 status=medications-status token status~code|http://terminology.hl7.org/CodeSystem/medicationdispense-status
 subject reference subject~Reference >Group,Patient
 type token type~CodeableConcept
 whenhandedover date whenHandedOver~dateTime
 whenprepared date whenPrepared~dateTime
MedicationKnowledge
 classification token medicineClassification.classification~CodeableConcept
 classification-type token medicineClassification.type~CodeableConcept
 code token code~CodeableConcept
 doseform token doseForm~CodeableConcept
 ingredient reference ingredient.itemReference~Reference >Substance
 ingredient-code token ingredient.itemCodeableConcept~CodeableConcept
 manufacturer reference manufacturer~Reference >Organization
 monitoring-program-name token monitoringProgram.name~string
 monitoring-program-type token monitoringProgram.type~CodeableConcept
 monograph reference monograph.source~Reference >DocumentReference,Media
 monograph-type token monograph.type~CodeableConcept
 source-cost token cost.source~string
 status token status~code|http://terminology.hl7.org/CodeSystem/medicationknowledge-status
MedicationRequest
 authoredon date authoredOn~dateTime
 category token category~CodeableConcept
 code=clinical-code token medicationCodeableConcept~CodeableConcept
 date=medications-date date dosageInstruction.timing.event~dateTime
 encounter=medications-encounter reference encounter~Reference >Encounter
 identifier=clinical-identifier token identifier~Identifier
 intended-dispenser reference dispenseRequest.performer~Reference >Organization
 intended-performer reference performer~Reference >CareTeam,Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 intended-performertype token performerType~CodeableConcept
 intent token intent~code|http://hl7.org/fhir/CodeSystem/medicationrequest-intent
 medication=medications-medication reference medicationReference~Reference >Medication
 patient=clinical-patient reference subject~Reference >Patient
 priority token priority~code|http://hl7.org/fhir/request-priority
 requester reference requester~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 status=medications-status token status~code|http://hl7.org/fhir/CodeSystem/medicationrequest-status
 subject reference subject~Reference >Group,Patient
MedicationStatement
 category token category~CodeableConcept
 code=clinical-code token medicationCodeableConcept~CodeableConcept
 context reference context~Reference >Encounter,EpisodeOfCare
 effective date effectiveDateTime~dateTime effectivePeriod~Period
 identifier=clinical-identifier token identifier~Identifier
 medication=medications-medication reference medicationReference~Reference >Medication
 part-of reference partOf~Reference >MedicationAdministration,MedicationDispense,MedicationStatement,Observation,Procedure
 patient=clinical-patient reference subject~Reference >Patient
 source reference informationSource~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 status=medications-status token status~code|http://hl7.org/fhir/CodeSystem/medication-statement-status
 subject reference subject~Reference >Group,Patient
MedicinalProduct
 identifier token identifier~Identifier
 name string name.productName~string
 name-language token name.countryLanguage.language~CodeableConcept
MedicinalProductAuthorization
 country token country~CodeableConcept
 holder reference holder~Reference >Organization
 identifier token identifier~Identifier
 status token status~CodeableConcept
 subject reference subject~Reference >MedicinalProduct,MedicinalProductPackaged
MedicinalProductContraindication
 subject reference subject~Reference >Medication,MedicinalProduct
MedicinalProductIndication
 subject reference subject~Reference >Medication,MedicinalProduct
MedicinalProductInteraction
 subject reference subject~Reference >Medication,MedicinalProduct,Substance
MedicinalProductPackaged
 identifier token identifier~Identifier
 subject reference subject~Reference >MedicinalProduct
MedicinalProductPharmaceutical
 identifier token identifier~Identifier
 route token routeOfAdministration.code~CodeableConcept
 target-species token routeOfAdministration.targetSpecies.code~CodeableConcept
MedicinalProductUndesirableEffect
 subject reference subject~Reference >Medication,MedicinalProduct
MessageDefinition
 category token category~code|http://hl7.org/fhir/message-significance-category
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 event token eventCoding~Coding eventUri~uri
 focus token focus.code~code|http://hl7.org/fhir/resource-types
 identifier=conformance-identifier token identifier~Identifier
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 name=conformance-name string name~string
 parent reference parent~canonical >ActivityDefinition,PlanDefinition
 publisher=conformance-publisher string publisher~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 title=conformance-title string title~string
 url=conformance-url uri url~uri
 version=conformance-version token version~string
MessageHeader
 author reference author~Reference >Practitioner,PractitionerRole
 code token response.code~code|http://hl7.org/fhir/response-code
 destination string destination.name~string
 destination-uri uri destination.endpoint~url
 enterer reference enterer~Reference >Practitioner,PractitionerRole
 event token eventCoding~Coding eventUri~uri
 focus reference focus~Reference
 receiver reference destination.receiver~Reference >Organization,Practitioner,PractitionerRole
 response-id token response.identifier~id
 responsible reference responsible~Reference >Organization,Practitioner,PractitionerRole
 sender reference sender~Reference >Organization,Practitioner,PractitionerRole
 source string source.name~string
 source-uri uri source.endpoint~url
 target reference destination.target~Reference >Device
MolecularSequence
 chromosome token referenceSeq.chromosome~CodeableConcept
 identifier token identifier~Identifier
 patient reference patient~Reference >Patient
 referenceseqid token referenceSeq.referenceSeqId~CodeableConcept
 type token type~code|http://hl7.org/fhir/sequence-type
NamingSystem
 contact string contact.name~string
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 id-type token uniqueId.type~code|http://hl7.org/fhir/namingsystem-identifier-type
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 kind token kind~code|http://hl7.org/fhir/namingsystem-type
 name=conformance-name string name~string
 period date uniqueId.period~Period
 publisher=conformance-publisher string publisher~string
 responsible string responsible~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 telecom token contact.telecom~ContactPoint
 type token type~CodeableConcept
 value string uniqueId.value~string
NutritionOrder
 additive token enteralFormula.additiveType~CodeableConcept
 datetime date dateTime~dateTime
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 formula token enteralFormula.baseFormulaType~CodeableConcept
 identifier=clinical-identifier token identifier~Identifier
 instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,PlanDefinition
 instantiates-uri uri instantiatesUri~uri
 oraldiet token oralDiet.type~CodeableConcept
 patient=clinical-patient reference patient~Reference >Patient
 provider reference orderer~Reference >Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/request-status
 supplement token supplement.type~CodeableConcept
Observation
 based-on reference basedOn~Reference >CarePlan,DeviceRequest,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ServiceRequest
 category token category~CodeableConcept
 code=clinical-code token code~CodeableConcept
 combo-code token code~CodeableConcept component.code~CodeableConcept
 combo-data-absent-reason token dataAbsentReason~CodeableConcept component.dataAbsentReason~CodeableConcept
 combo-value-concept token valueCodeableConcept~CodeableConcept component.valueCodeableConcept~CodeableConcept
 component-code token component.code~CodeableConcept
 component-data-absent-reason token component.dataAbsentReason~CodeableConcept
 component-value-concept token component.valueCodeableConcept~CodeableConcept
 data-absent-reason token dataAbsentReason~CodeableConcept
 date=clinical-date date effectiveDateTime~dateTime effectivePeriod~Period effectiveTiming~Timing effectiveInstant~instant
 derived-from reference derivedFrom~Reference >DocumentReference,ImagingStudy,Media,MolecularSequence,Observation,QuestionnaireResponse
 device reference device~Reference >Device,DeviceMetric
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 focus reference focus~Reference
 has-member reference hasMember~Reference >MolecularSequence,Observation,QuestionnaireResponse
 identifier=clinical-identifier token identifier~Identifier
 method token method~CodeableConcept
 part-of reference partOf~Reference >ImagingStudy,Immunization,MedicationAdministration,MedicationDispense,MedicationStatement,Procedure
 patient=clinical-patient reference subject~Reference >Patient
 performer reference performer~Reference >CareTeam,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 specimen reference specimen~Reference >Specimen
 status token status~code|http://hl7.org/fhir/observation-status
 subject reference subject~Reference >Device,Group,Location,Patient
 value-concept token valueCodeableConcept~CodeableConcept
 value-date date valueDateTime~dateTime valuePeriod~Period
 value-string string valueString~string valueCodeableConcept.text~string
OperationDefinition
 base reference base~canonical >OperationDefinition
 code token code~code
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 input-profile reference inputProfile~canonical >StructureDefinition
 instance token instance~boolean
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 kind token kind~code|http://hl7.org/fhir/operation-kind
 name=conformance-name string name~string
 output-profile reference outputProfile~canonical >StructureDefinition
 publisher=conformance-publisher string publisher~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 system token system~boolean
 title=conformance-title string title~string
 type token type~boolean
 url=conformance-url uri url~uri
 version=conformance-version token version~string
Organization
 active token active~boolean
 address string address~Address
 address-city string address.city~string
 address-country string address.country~string
 address-postalcode string address.postalCode~string
 address-state string address.state~string
 address-use token address.use~code|http://hl7.org/fhir/address-use
 endpoint reference endpoint~Reference >Endpoint
 identifier token identifier~Identifier
 name string name~string alias~string
 partof reference partOf~Reference >Organization
 type token type~CodeableConcept
OrganizationAffiliation
 active token active~boolean
 date date period~Period
 email token telecom[system=email]~ContactPoint
 endpoint reference endpoint~Reference >Endpoint
 identifier token identifier~Identifier
 location reference location~Reference >Location
 network reference network~Reference >Organization
 participating-organization reference participatingOrganization~Reference >Organization
 phone token telecom[system=phone]~ContactPoint
 primary-organization reference organization~Reference >Organization
 role token code~CodeableConcept
 service reference healthcareService~Reference >HealthcareService
 specialty token specialty~CodeableConcept
 telecom token telecom~ContactPoint
Patient
 active token active~boolean
 address=individual-address string address~Address
 address-city=individual-address-city string address.city~string
 address-country=individual-address-country string address.country~string
 address-postalcode=individual-address-postalcode string address.postalCode~string
 address-state=individual-address-state string address.state~string
 address-use=individual-address-use token address.use~code|http://hl7.org/fhir/address-use
 birthdate=individual-birthdate date birthDate~date
 death-date date deceasedDateTime~dateTime
 email=individual-email token telecom[system=email]~ContactPoint
 family=individual-family string name.family~string
 gender=individual-gender token gender~code|http://hl7.org/fhir/administrative-gender
 general-practitioner reference generalPractitioner~Reference >Organization,Practitioner,PractitionerRole
 given=individual-given string name.given~string
 identifier token identifier~Identifier
 language token communication.language~CodeableConcept
 link reference link.other~Reference >Patient,RelatedPerson
 name string name~HumanName
 organization reference managingOrganization~Reference >Organization
 phone=individual-phone token telecom[system=phone]~ContactPoint
 telecom=individual-telecom token telecom~ContactPoint
PaymentNotice
 created date created~dateTime
 identifier token identifier~Identifier
 payment-status token paymentStatus~CodeableConcept
 provider reference provider~Reference >Organization,Practitioner,PractitionerRole
 request reference request~Reference
 response reference response~Reference
 status token status~code|http://hl7.org/fhir/fm-status
PaymentReconciliation
 created date created~dateTime
 disposition string disposition~string
 identifier token identifier~Identifier
 outcome token outcome~code|http://hl7.org/fhir/remittance-outcome
 payment-issuer reference paymentIssuer~Reference >Organization
 request reference request~Reference >Task
 requestor reference requestor~Reference >Organization,Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/fm-status
Person
 address=individual-address string address~Address
 address-city=individual-address-city string address.city~string
 address-country=individual-address-country string address.country~string
 address-postalcode=individual-address-postalcode string address.postalCode~string
 address-state=individual-address-state string address.state~string
 address-use=individual-address-use token address.use~code|http://hl7.org/fhir/address-use
 birthdate=individual-birthdate date birthDate~date
 email=individual-email token telecom[system=email]~ContactPoint
 gender=individual-gender token gender~code|http://hl7.org/fhir/administrative-gender
 identifier token identifier~Identifier
 link reference link.target~Reference >Patient,Person,Practitioner,RelatedPerson
 name string name~HumanName
 organization reference managingOrganization~Reference >Organization
 patient reference link.target~Reference >Patient
 phone=individual-phone token telecom[system=phone]~ContactPoint
 practitioner reference link.target~Reference >Practitioner
 relatedperson reference link.target~Reference >RelatedPerson
 telecom=individual-telecom token telecom~ContactPoint
PlanDefinition
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 definition reference action.definitionCanonical~canonical action.definitionUri~uri >ActivityDefinition,PlanDefinition,Questionnaire
 depends-on reference relatedArtifact[type=depends-on].resource~canonical library~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 type token type~CodeableConcept
 url uri url~uri
 version token version~string
Practitioner
 active token active~boolean
 address=individual-address string address~Address
 address-city=individual-address-city string address.city~string
 address-country=individual-address-country string address.country~string
 address-postalcode=individual-address-postalcode string address.postalCode~string
 address-state=individual-address-state string address.state~string
 address-use=individual-address-use token address.use~code|http://hl7.org/fhir/address-use
 communication token communication~CodeableConcept
 email=individual-email token telecom[system=email]~ContactPoint
 family=individual-family string name.family~string
 gender=individual-gender token gender~code|http://hl7.org/fhir/administrative-gender
 given=individual-given string name.given~string
 identifier token identifier~Identifier
 name string name~HumanName
 phone=individual-phone token telecom[system=phone]~ContactPoint
 telecom=individual-telecom token telecom~ContactPoint
PractitionerRole
 active token active~boolean
 date date period~Period
 email=individual-email token telecom[system=email]~ContactPoint
 endpoint reference endpoint~Reference >Endpoint
 identifier token identifier~Identifier
 location reference location~Reference >Location
 organization reference organization~Reference >Organization
 phone=individual-phone token telecom[system=phone]~ContactPoint
 practitioner reference practitioner~Reference >Practitioner
 role token code~CodeableConcept
 service reference healthcareService~Reference >HealthcareService
 specialty token specialty~CodeableConcept
 telecom=individual-telecom token telecom~ContactPoint
Procedure
 based-on reference basedOn~Reference >CarePlan,ServiceRequest
 category token category~CodeableConcept
 code=clinical-code token code~CodeableConcept
 date=clinical-date date performedDateTime~dateTime performedPeriod~Period
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 identifier=clinical-identifier token identifier~Identifier
 instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,Measure,OperationDefinition,PlanDefinition,Questionnaire
 instantiates-uri uri instantiatesUri~uri
 location reference location~Reference >Location
 part-of reference partOf~Reference >MedicationAdministration,Observation,Procedure
 patient=clinical-patient reference subject~Reference >Patient
 performer reference performer.actor~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 reason-code token reasonCode~CodeableConcept
 reason-reference reference reasonReference~Reference >Condition,DiagnosticReport,DocumentReference,Observation,Procedure
 status token status~code|http://hl7.org/fhir/event-status
 subject reference subject~Reference >Group,Patient
Provenance
 agent reference agent.who~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 agent-role token agent.role~CodeableConcept
 agent-type token agent.type~CodeableConcept
 entity reference entity.what~Reference
 location reference location~Reference >Location
 patient reference target~Reference >Patient
 recorded date recorded~instant
 signature-type token signature.type~Coding
 target reference target~Reference
 when date occurredDateTime~dateTime
Questionnaire
 code token item.code~Coding
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 definition uri item.definition~uri
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 subject-type token subjectType~code|http://hl7.org/fhir/resource-types
 title string title~string
 url uri url~uri
 version token version~string
QuestionnaireResponse
 author reference author~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 authored date authored~dateTime
 based-on reference basedOn~Reference >CarePlan,ServiceRequest
 encounter reference encounter~Reference >Encounter
 identifier token identifier~Identifier
 part-of reference partOf~Reference >Observation,Procedure
 patient reference subject~Reference >Patient
 questionnaire reference questionnaire~canonical >Questionnaire
 source reference source~Reference >Patient,Practitioner,PractitionerRole,RelatedPerson
 status token status~code|http://hl7.org/fhir/questionnaire-answers-status
 subject reference subject~Reference
RelatedPerson
 active token active~boolean
 address=individual-address string address~Address
 address-city=individual-address-city string address.city~string
 address-country=individual-address-country string address.country~string
 address-postalcode=individual-address-postalcode string address.postalCode~string
 address-state=individual-address-state string address.state~string
 address-use=individual-address-use token address.use~code|http://hl7.org/fhir/address-use
 birthdate=individual-birthdate date birthDate~date
 email=individual-email token telecom[system=email]~ContactPoint
 gender=individual-gender token gender~code|http://hl7.org/fhir/administrative-gender
 identifier token identifier~Identifier
 name string name~HumanName
 patient reference patient~Reference >Patient
 phone=individual-phone token telecom[system=phone]~ContactPoint
 relationship token relationship~CodeableConcept
 telecom=individual-telecom token telecom~ContactPoint
RequestGroup
 author reference author~Reference >Device,Practitioner,PractitionerRole
 authored date authoredOn~dateTime
 code token code~CodeableConcept
 encounter reference encounter~Reference >Encounter
 group-identifier token groupIdentifier~Identifier
 identifier token identifier~Identifier
 instantiates-canonical reference instantiatesCanonical~canonical
 instantiates-uri uri instantiatesUri~uri
 intent token intent~code|http://hl7.org/fhir/request-intent
 participant reference action.participant~Reference >Device,Patient,Practitioner,PractitionerRole,RelatedPerson
 patient reference subject~Reference >Patient
 priority token priority~code|http://hl7.org/fhir/request-priority
 status token status~code|http://hl7.org/fhir/request-status
 subject reference subject~Reference >Group,Patient
ResearchDefinition
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 depends-on reference relatedArtifact[type=depends-on].resource~canonical library~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 url uri url~uri
 version token version~string
ResearchElementDefinition
 composed-of reference relatedArtifact[type=composed-of].resource~canonical
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 depends-on reference relatedArtifact[type=depends-on].resource~canonical library~canonical
 derived-from reference relatedArtifact[type=derived-from].resource~canonical
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 predecessor reference relatedArtifact[type=predecessor].resource~canonical
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 successor reference relatedArtifact[type=successor].resource~canonical
 title string title~string
 topic token topic~CodeableConcept
 url uri url~uri
 version token version~string
ResearchStudy
 category token category~CodeableConcept
 date date period~Period
 focus token focus~CodeableConcept
 identifier token identifier~Identifier
 keyword token keyword~CodeableConcept
 location token location~CodeableConcept
 partof reference partOf~Reference >ResearchStudy
 principalinvestigator reference principalInvestigator~Reference >Practitioner,PractitionerRole
 protocol reference protocol~Reference >PlanDefinition
 site reference site~Reference >Location
 sponsor reference sponsor~Reference >Organization
 status token status~code|http://hl7.org/fhir/research-study-status
 title string title~string
ResearchSubject
 date date period~Period
 identifier token identifier~Identifier
 individual reference individual~Reference >Patient
 patient reference individual~Reference >Patient
 status token status~code|http://hl7.org/fhir/research-subject-status
 study reference study~Reference >ResearchStudy
RiskAssessment
 condition reference condition~Reference >Condition
 date=clinical-date date occurrenceDateTime~dateTime
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 identifier=clinical-identifier token identifier~Identifier
 method token method~CodeableConcept
 patient=clinical-patient reference subject~Reference >Patient
 performer reference performer~Reference >Device,Practitioner,PractitionerRole
 risk token prediction.qualitativeRisk~CodeableConcept
 subject reference subject~Reference >Group,Patient
RiskEvidenceSynthesis
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 description string description~markdown
 effective date effectivePeriod~Period
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 title string title~string
 url uri url~uri
 version token version~string
Schedule
 active token active~boolean
 actor reference actor~Reference >Device,HealthcareService,Location,Patient,Practitioner,PractitionerRole,RelatedPerson
 date date planningHorizon~Period
 identifier token identifier~Identifier
 service-category token serviceCategory~CodeableConcept
 service-type token serviceType~CodeableConcept
 specialty token specialty~CodeableConcept
SearchParameter
 base token base~code|http://hl7.org/fhir/resource-types
 code token code~code
 component reference component.definition~canonical >SearchParameter
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 derived-from reference derivedFrom~canonical >SearchParameter
 description=conformance-description string description~markdown
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 target token target~code|http://hl7.org/fhir/resource-types
 type token type~code|http://hl7.org/fhir/search-param-type
 url=conformance-url uri url~uri
 version=conformance-version token version~string
ServiceRequest
 authored date authoredOn~dateTime
 based-on reference basedOn~Reference >CarePlan,MedicationRequest,ServiceRequest
 body-site token bodySite~CodeableConcept
 category token category~CodeableConcept
 code=clinical-code token code~CodeableConcept
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 identifier=clinical-identifier token identifier~Identifier
 instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,PlanDefinition
 instantiates-uri uri instantiatesUri~uri
 intent token intent~code|http://hl7.org/fhir/request-intent
 occurrence date occurrenceDateTime~dateTime occurrencePeriod~Period occurrenceTiming~Timing
 order-detail token orderDetail.text~string
 patient=clinical-patient reference subject~Reference >Patient
 performer reference performer~Reference >CareTeam,Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 performer-type token performerType~CodeableConcept
 priority token priority~code|http://hl7.org/fhir/request-priority
 replaces reference replaces~Reference >ServiceRequest
 requester reference requester~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 requisition token requisition~Identifier
 specimen reference specimen~Reference >Specimen
 status token status~code|http://hl7.org/fhir/request-status
 subject reference subject~Reference >Device,Group,Location,Patient
Slot
 appointment-type token appointmentType~CodeableConcept
 identifier token identifier~Identifier
 schedule reference schedule~Reference >Schedule
 service-category token serviceCategory~CodeableConcept
 service-type token serviceType~CodeableConcept
 specialty token specialty~CodeableConcept
 start date start~instant
 status token status~code|http://hl7.org/fhir/slotstatus
Specimen
 accession token accessionIdentifier~Identifier
 bodysite token collection.bodySite~CodeableConcept
 collected date collection.collectedDateTime~dateTime collection.collectedPeriod~Period
 collector reference collection.collector~Reference >Practitioner,PractitionerRole
 container token container.type~CodeableConcept
 container-id token container.identifier~Identifier
 identifier token identifier~Identifier
 parent reference parent~Reference >Specimen
 patient reference subject~Reference >Patient
 status token status~code|http://hl7.org/fhir/specimen-status
 subject reference subject~Reference >Device,Group,Location,Patient,Substance
 type token type~CodeableConcept
SpecimenDefinition
 container token typeTested.container.type~CodeableConcept
 identifier token identifier~Identifier
 type token typeCollected~CodeableConcept
StructureDefinition
 abstract token abstract~boolean
 base reference baseDefinition~canonical >StructureDefinition
 base-path token snapshot.element.base.path~string differential.element.base.path~string
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 derivation token derivation~code|http://hl7.org/fhir/type-derivation-rule
 description=conformance-description string description~markdown
 experimental token experimental~boolean
 ext-context token context.type~code|http://hl7.org/fhir/extension-context-type
 identifier=conformance-identifier token identifier~Identifier
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 keyword token keyword~Coding
 kind token kind~code|http://hl7.org/fhir/structure-definition-kind
 name=conformance-name string name~string
 path token snapshot.element.path~string differential.element.path~string
 publisher=conformance-publisher string publisher~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 title=conformance-title string title~string
 type uri type~uri
 url=conformance-url uri url~uri
 valueset reference snapshot.element.binding.valueSet~canonical >ValueSet
 version=conformance-version token version~string
StructureMap
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 identifier=conformance-identifier token identifier~Identifier
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 title=conformance-title string title~string
 url=conformance-url uri url~uri
 version=conformance-version token version~string
Subscription
 contact token contact~ContactPoint
 criteria string criteria~string
 payload token channel.payload~code
 status token status~code|http://hl7.org/fhir/subscription-status
 type token channel.type~code|http://hl7.org/fhir/subscription-channel-type
 url uri channel.endpoint~url
Substance
 category token category~CodeableConcept
 code token code~CodeableConcept ingredient.substanceCodeableConcept~CodeableConcept
 container-identifier token instance.identifier~Identifier
 expiry date instance.expiry~dateTime
 identifier token identifier~Identifier
 status token status~code|http://hl7.org/fhir/substance-status
 substance-reference reference ingredient.substanceReference~Reference >Substance
SubstanceSpecification
 code token code.code~CodeableConcept
SupplyDelivery
 identifier=clinical-identifier token identifier~Identifier
 patient=clinical-patient reference patient~Reference >Patient
 receiver reference receiver~Reference >Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/supplydelivery-status
 supplier reference supplier~Reference >Organization,Practitioner,PractitionerRole
SupplyRequest
 category token category~CodeableConcept
 date=clinical-date date authoredOn~dateTime
 identifier=clinical-identifier token identifier~Identifier
 requester reference requester~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 status token status~code|http://hl7.org/fhir/supplyrequest-status
 subject reference deliverTo~Reference >Location,Organization,Patient
 supplier reference supplier~Reference >HealthcareService,Organization
Task
 authored-on date authoredOn~dateTime
 based-on reference basedOn~Reference
 business-status token businessStatus~CodeableConcept
 code token code~CodeableConcept
 encounter reference encounter~Reference >Encounter
 focus reference focus~Reference
 group-identifier token groupIdentifier~Identifier
 identifier token identifier~Identifier
 intent token intent~code
 modified date lastModified~dateTime
 owner reference owner~Reference >CareTeam,Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 part-of reference partOf~Reference >Task
 patient reference for~Reference >Patient
 performer token performerType~CodeableConcept
 period date executionPeriod~Period
 priority token priority~code|http://hl7.org/fhir/request-priority
 requester reference requester~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson
 status token status~code|http://hl7.org/fhir/task-status
 subject reference for~Reference
TerminologyCapabilities
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 title=conformance-title string title~string
 url=conformance-url uri url~uri
 version=conformance-version token version~string
TestReport
 identifier token identifier~Identifier
 issued date issued~dateTime
 participant uri participant.uri~uri
 result token result~code|http://hl7.org/fhir/report-result-codes
 tester string tester~string
 testscript reference testScript~Reference >TestScript
TestScript
 context token useContext.valueCodeableConcept~CodeableConcept
 context-type token useContext.code~Coding
 date date date~dateTime
 description string description~markdown
 identifier token identifier~Identifier
 jurisdiction token jurisdiction~CodeableConcept
 name string name~string
 publisher string publisher~string
 status token status~code|http://hl7.org/fhir/publication-status
 testscript-capability string metadata.capability.description~string
 title string title~string
 url uri url~uri
 version token version~string
ValueSet
 code token expansion.contains.code~code compose.include.concept.code~code
 context=conformance-context token useContext.valueCodeableConcept~CodeableConcept
 context-type=conformance-context-type token useContext.code~Coding
 date=conformance-date date date~dateTime
 description=conformance-description string description~markdown
 expansion uri expansion.identifier~uri
 identifier=conformance-identifier token identifier~Identifier
 jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept
 name=conformance-name string name~string
 publisher=conformance-publisher string publisher~string
 reference uri compose.include.system~uri
 status=conformance-status token status~code|http://hl7.org/fhir/publication-status
 title=conformance-title string title~string
 url=conformance-url uri url~uri
 version=conformance-version token version~string
VerificationResult
 target reference target~Reference
VisionPrescription
 datewritten date dateWritten~dateTime
 encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare
 identifier=clinical-identifier token identifier~Identifier
 patient=clinical-patient reference patient~Reference >Patient
 prescriber reference prescriber~Reference >Practitioner,PractitionerRole
 status token status~code|http://hl7.org/fhir/fm-status
`
