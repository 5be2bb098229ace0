// Made by scripts/r4-search.mjs from the search parameters of FHIR R4 4.0.1 (http://hl7.org/fhir/R4/searchparameter-registry.html),
// which HL7 has put in the public domain (CC0 1.0). Do not edit.

/**
 * A search parameter a line, in the order of their names: the name, behind "=" the id of its definition where that is not
 * Type-name; the kind; the paths to its values, each with its type behind "~" and the system of its codes behind "|"; behind ">"
 * the types that a reference may point to, if not any; and behind "@" the types that have it. "telecom[system=email]" is every
 * telecom whose system is email. Left out: quantities, numbers, composites, near, and what takes more of FHIRPath than a path.
 */
export const R4_SEARCH = `
abatement-date date abatementDateTime~dateTime abatementPeriod~Period @Condition
abatement-string string abatementString~string @Condition
abstract token abstract~boolean @StructureDefinition
accession token accessionIdentifier~Identifier @Specimen
account reference account~Reference >Account @ChargeItem,Encounter,Invoice
achievement-status token achievementStatus~CodeableConcept @Goal
action token action~code|http://hl7.org/fhir/audit-event-action @AuditEvent
action token provision.action~CodeableConcept @Consent
active token active~boolean @HealthcareService,Organization,OrganizationAffiliation,Patient,Practitioner,PractitionerRole,RelatedPerson,Schedule
activity-code token activity.detail.code~CodeableConcept @CarePlan
activity-date date activity.detail.scheduledTiming~Timing activity.detail.scheduledPeriod~Period @CarePlan
activity-reference reference activity.reference~Reference >Appointment,CommunicationRequest,DeviceRequest,MedicationRequest,NutritionOrder,RequestGroup,ServiceRequest,Task,VisionPrescription @CarePlan
actor reference actor~Reference >Device,HealthcareService,Location,Patient,Practitioner,PractitionerRole,RelatedPerson @AppointmentResponse,Schedule
actor reference participant.actor~Reference >Device,HealthcareService,Location,Patient,Practitioner,PractitionerRole,RelatedPerson @Appointment
actor reference provision.actor.reference~Reference >CareTeam,Device,Group,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Consent
actual token actual~boolean @Group
actuality token actuality~code|http://hl7.org/fhir/adverse-event-actuality @AdverseEvent
additive token enteralFormula.additiveType~CodeableConcept @NutritionOrder
address string address~Address @Location,Organization
address string agent.network.address~string @AuditEvent
address string contact.address~Address @InsurancePlan
address=individual-address string address~Address @Patient,Person,Practitioner,RelatedPerson
address-city string address.city~string @Location,Organization
address-city string contact.address.city~string @InsurancePlan
address-city=individual-address-city string address.city~string @Patient,Person,Practitioner,RelatedPerson
address-country string address.country~string @Location,Organization
address-country string contact.address.country~string @InsurancePlan
address-country=individual-address-country string address.country~string @Patient,Person,Practitioner,RelatedPerson
address-postalcode string address.postalCode~string @Location,Organization
address-postalcode string contact.address.postalCode~string @InsurancePlan
address-postalcode=individual-address-postalcode string address.postalCode~string @Patient,Person,Practitioner,RelatedPerson
address-state string address.state~string @Location,Organization
address-state string contact.address.state~string @InsurancePlan
address-state=individual-address-state string address.state~string @Patient,Person,Practitioner,RelatedPerson
address-use token address.use~code|http://hl7.org/fhir/address-use @Location,Organization
address-use token contact.address.use~code|http://hl7.org/fhir/address-use @InsurancePlan
address-use=individual-address-use token address.use~code|http://hl7.org/fhir/address-use @Patient,Person,Practitioner,RelatedPerson
administered-by reference administeredBy~Reference >Organization @InsurancePlan
agent reference agent.who~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @AuditEvent,Provenance
agent-name string agent.name~string @AuditEvent
agent-role token agent.role~CodeableConcept @AuditEvent,Provenance
agent-type token agent.type~CodeableConcept @Provenance
altid token agent.altId~string @AuditEvent
appointment reference appointment~Reference >Appointment @AppointmentResponse,Encounter
appointment-type token appointmentType~CodeableConcept @Appointment,Slot
asserter reference asserter~Reference >Patient,Practitioner,PractitionerRole,RelatedPerson @AllergyIntolerance,Condition
assessor reference assessor~Reference >Practitioner,PractitionerRole @ClinicalImpression
attester reference attester.party~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Composition
authenticator reference authenticator~Reference >Organization,Practitioner,PractitionerRole @DocumentReference
author reference author~Reference >Device,Organization,Patient,Practitioner,PractitionerRole @Flag
author reference author~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Composition,DocumentManifest,DocumentReference,QuestionnaireResponse
author reference author~Reference >Device,Practitioner,PractitionerRole @DetectedIssue,RequestGroup
author reference author~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Basic
author reference author~Reference >Organization,Practitioner,PractitionerRole @Linkage
author reference author~Reference >Practitioner,PractitionerRole @MessageHeader
authored date authoredOn~dateTime @CommunicationRequest,RequestGroup,ServiceRequest
authored date authored~dateTime @QuestionnaireResponse
authored-on date authoredOn~dateTime @DeviceRequest,Task
authoredon date authoredOn~dateTime @MedicationRequest
authority reference authority~Reference >Organization @Contract
base reference baseDefinition~canonical >StructureDefinition @StructureDefinition
base reference base~canonical >OperationDefinition @OperationDefinition
base token base~code|http://hl7.org/fhir/resource-types @SearchParameter
base-path token snapshot.element.base.path~string differential.element.base.path~string @StructureDefinition
based-on reference basedOn~Reference @Communication,CommunicationRequest,DeviceRequest,Task
based-on reference basedOn~Reference >CarePlan @CarePlan
based-on reference basedOn~Reference >CarePlan,DeviceRequest,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ServiceRequest @Observation
based-on reference basedOn~Reference >CarePlan,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ServiceRequest @DiagnosticReport
based-on reference basedOn~Reference >CarePlan,MedicationRequest,ServiceRequest @ServiceRequest
based-on reference basedOn~Reference >CarePlan,ServiceRequest @Media,Procedure,QuestionnaireResponse
based-on reference basedOn~Reference >ServiceRequest @Appointment,Encounter
basedon reference basedOn~Reference >Appointment,AppointmentResponse,CarePlan,ServiceRequest,Task @ImagingStudy
beneficiary reference beneficiary~Reference >Patient @Coverage
birthdate=individual-birthdate date birthDate~date @Patient,Person,RelatedPerson
body-site token bodySite~CodeableConcept @Condition,ServiceRequest
bodysite token collection.bodySite~CodeableConcept @Specimen
bodysite token series.bodySite~Coding @ImagingStudy
business-status token businessStatus~CodeableConcept @Task
care-manager reference careManager~Reference >Practitioner @EpisodeOfCare
care-team reference careTeam.provider~Reference >Organization,Practitioner,PractitionerRole @Claim,ExplanationOfBenefit
care-team reference careTeam~Reference >CareTeam @CarePlan
category token category~CodeableConcept @AdverseEvent,CarePlan,CareTeam,Communication,CommunicationRequest,Composition,Condition,Consent,DiagnosticReport,DocumentReference,Goal,MedicationRequest,MedicationStatement,Observation,Procedure,ResearchStudy,ServiceRequest,Substance,SupplyRequest
category token category~code|http://hl7.org/fhir/allergy-intolerance-category @AllergyIntolerance
category token category~code|http://hl7.org/fhir/message-significance-category @MessageDefinition
category token category~code|http://hl7.org/fhir/metric-category @DeviceMetric
characteristic token characteristic.code~CodeableConcept @Group
characteristic token characteristic~CodeableConcept @HealthcareService
chromosome token referenceSeq.chromosome~CodeableConcept @MolecularSequence
claim reference claim~Reference >Claim @ExplanationOfBenefit
class token class~Coding @Encounter
class-type token class.type~CodeableConcept @Coverage
class-value string class.value~string @Coverage
classification token medicineClassification.classification~CodeableConcept @MedicationKnowledge
classification-type token medicineClassification.type~CodeableConcept @MedicationKnowledge
clinical-status token clinicalStatus~CodeableConcept @AllergyIntolerance,Condition
code token code.code~CodeableConcept @SubstanceSpecification
code token code~CodeableConcept @Basic,ChargeItem,DetectedIssue,Group,MedicationKnowledge,RequestGroup,Task
code token code~CodeableConcept ingredient.substanceCodeableConcept~CodeableConcept @Substance
code token code~code @OperationDefinition,SearchParameter
code token code~code|http://hl7.org/fhir/compartment-type @CompartmentDefinition
code token concept.code~code @CodeSystem
code token expansion.contains.code~code compose.include.concept.code~code @ValueSet
code token item.code~Coding @Questionnaire
code token response.code~code|http://hl7.org/fhir/response-code @MessageHeader
code=clinical-code token codeCodeableConcept~CodeableConcept @DeviceRequest
code=clinical-code token code~CodeableConcept @Condition,DiagnosticReport,List,Medication,Observation,Procedure,ServiceRequest
code=clinical-code token code~CodeableConcept reaction.substance~CodeableConcept @AllergyIntolerance
code=clinical-code token condition.code~CodeableConcept @FamilyMemberHistory
code=clinical-code token medicationCodeableConcept~CodeableConcept @MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement
collected date collection.collectedDateTime~dateTime collection.collectedPeriod~Period @Specimen
collector reference collection.collector~Reference >Practitioner,PractitionerRole @Specimen
combo-code token code~CodeableConcept component.code~CodeableConcept @Observation
combo-data-absent-reason token dataAbsentReason~CodeableConcept component.dataAbsentReason~CodeableConcept @Observation
combo-value-concept token valueCodeableConcept~CodeableConcept component.valueCodeableConcept~CodeableConcept @Observation
communication token communication~CodeableConcept @Practitioner
component reference component.definition~canonical >SearchParameter @SearchParameter
component-code token component.code~CodeableConcept @Observation
component-data-absent-reason token component.dataAbsentReason~CodeableConcept @Observation
component-value-concept token component.valueCodeableConcept~CodeableConcept @Observation
composed-of reference relatedArtifact[type=composed-of].resource~canonical @ActivityDefinition,EventDefinition,Evidence,EvidenceVariable,Library,Measure,PlanDefinition,ResearchDefinition,ResearchElementDefinition
conclusion token conclusionCode~CodeableConcept @DiagnosticReport
condition reference addresses~Reference >Condition @CarePlan
condition reference condition~Reference >Condition @RiskAssessment
condition reference diagnosis.condition~Reference >Condition @EpisodeOfCare
confidentiality token confidentiality~code @Composition
connection-type token connectionType~Coding @Endpoint
consentor reference performer~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Consent
contact string contact.name~string @NamingSystem
contact token contact~ContactPoint @Subscription
container token container.type~CodeableConcept @Specimen
container token typeTested.container.type~CodeableConcept @SpecimenDefinition
container-id token container.identifier~Identifier @Specimen
container-identifier token instance.identifier~Identifier @Substance
content-mode token content~code|http://hl7.org/fhir/codesystem-content-mode @CodeSystem
content-type token content.contentType~code|urn:ietf:bcp:13 @Library
contenttype token content.attachment.contentType~code|urn:ietf:bcp:13 @DocumentReference
context reference context~Reference >Encounter,EpisodeOfCare @ChargeItem,MedicationAdministration,MedicationDispense,MedicationStatement
context token event.code~CodeableConcept @Composition
context token useContext.valueCodeableConcept~CodeableConcept @ActivityDefinition,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
context=conformance-context token useContext.valueCodeableConcept~CodeableConcept @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
context-type token useContext.code~Coding @ActivityDefinition,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
context-type=conformance-context-type token useContext.code~Coding @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
country token country~CodeableConcept @MedicinalProductAuthorization
coverage reference insurance.coverage~Reference >Coverage @ExplanationOfBenefit
coverage-area reference coverageArea~Reference >Location @HealthcareService
created date createdDateTime~dateTime createdPeriod~Period @Media
created date created~date @Basic
created date created~dateTime @Claim,ClaimResponse,CoverageEligibilityRequest,CoverageEligibilityResponse,DocumentManifest,ExplanationOfBenefit,PaymentNotice,PaymentReconciliation
criteria string criteria~string @Subscription
criticality token criticality~code|http://hl7.org/fhir/allergy-intolerance-criticality @AllergyIntolerance
custodian reference custodian~Reference >Organization @DocumentReference
data reference provision.data.reference~Reference @Consent
data-absent-reason token dataAbsentReason~CodeableConcept @Observation
date date date~dateTime @ActivityDefinition,AdverseEvent,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,ImmunizationEvaluation,ImmunizationRecommendation,Invoice,Library,Measure,MeasureReport,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
date date date~instant @DocumentReference
date date period~Period @OrganizationAffiliation,PractitionerRole,ResearchStudy,ResearchSubject
date date planningHorizon~Period @Schedule
date date recorded~instant @AuditEvent
date date start~instant @Appointment
date=clinical-date date authoredOn~dateTime @SupplyRequest
date=clinical-date date dateTime~dateTime @Consent
date=clinical-date date date~dateTime @ClinicalImpression,Composition,FamilyMemberHistory,List
date=clinical-date date effectiveDateTime~dateTime effectivePeriod~Period @DiagnosticReport
date=clinical-date date effectiveDateTime~dateTime effectivePeriod~Period effectiveTiming~Timing effectiveInstant~instant @Observation
date=clinical-date date occurrenceDateTime~dateTime @Immunization,RiskAssessment
date=clinical-date date performedDateTime~dateTime performedPeriod~Period @Procedure
date=clinical-date date period~Period @CarePlan,CareTeam,Encounter,EpisodeOfCare,Flag
date=clinical-date date recordedDate~dateTime @AllergyIntolerance
date=conformance-date date date~dateTime @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
date=medications-date date dosageInstruction.timing.event~dateTime @MedicationRequest
datetime date dateTime~dateTime @NutritionOrder
datewritten date dateWritten~dateTime @VisionPrescription
death-date date deceasedDateTime~dateTime @Patient
definition reference action.definitionCanonical~canonical action.definitionUri~uri >ActivityDefinition,PlanDefinition,Questionnaire @PlanDefinition
definition uri item.definition~uri @Questionnaire
dependent string dependent~string @Coverage
depends-on reference dependsOn.uri~canonical >ImplementationGuide @ImplementationGuide
depends-on reference relatedArtifact[type=depends-on].resource~canonical @EventDefinition,Evidence,EvidenceVariable,Library
depends-on reference relatedArtifact[type=depends-on].resource~canonical library~canonical @ActivityDefinition,Measure,PlanDefinition,ResearchDefinition,ResearchElementDefinition
dependson uri group.element.target.dependsOn.property~uri @ConceptMap
derivation token derivation~code|http://hl7.org/fhir/type-derivation-rule @StructureDefinition
derived-from reference derivedFrom~Reference >DocumentReference,ImagingStudy,Media,MolecularSequence,Observation,QuestionnaireResponse @Observation
derived-from reference derivedFrom~canonical >SearchParameter @SearchParameter
derived-from reference relatedArtifact[type=derived-from].resource~canonical @ActivityDefinition,EventDefinition,Evidence,EvidenceVariable,Library,Measure,PlanDefinition,ResearchDefinition,ResearchElementDefinition
description string description~markdown @ActivityDefinition,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
description string description~string @DocumentManifest,DocumentReference
description=conformance-description string description~markdown @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
destination reference destination~Reference >Location @MedicationDispense
destination string destination.name~string @MessageHeader
destination-uri uri destination.endpoint~url @MessageHeader
detail-udi reference item.detail.udi~Reference >Device @Claim,ExplanationOfBenefit
device reference codeReference~Reference >Device @DeviceRequest
device reference device~Reference >Device @DeviceUseStatement,MedicationAdministration
device reference device~Reference >Device,DeviceMetric @Media,Observation
device-name string deviceName.name~string type.coding.display~string type.text~string @Device
diagnosis reference diagnosis.condition~Reference >Condition,Procedure @Encounter
dicom-class token series.instance.sopClass~Coding @ImagingStudy
disposition string disposition~string @ClaimResponse,CoverageEligibilityResponse,ExplanationOfBenefit,PaymentReconciliation
domain reference domain~Reference >Location @Contract
dose-status token doseStatus~CodeableConcept @ImmunizationEvaluation
doseform token doseForm~CodeableConcept @MedicationKnowledge
effective date effectiveDateTime~dateTime effectivePeriod~Period @MedicationStatement
effective date effectivePeriod~Period @ActivityDefinition,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis
effective-time date effectiveDateTime~dateTime effectivePeriod~Period @MedicationAdministration
email token telecom[system=email]~ContactPoint @OrganizationAffiliation
email=individual-email token telecom[system=email]~ContactPoint @Patient,Person,Practitioner,PractitionerRole,RelatedPerson
empty-reason token emptyReason~CodeableConcept @List
encounter reference encounter~Reference >Encounter @CarePlan,CareTeam,ClinicalImpression,Communication,CommunicationRequest,Condition,ImagingStudy,Media,QuestionnaireResponse,RequestGroup,Task
encounter reference item.encounter~Reference >Encounter @Claim,ExplanationOfBenefit
encounter=clinical-encounter reference context.encounter~Reference >Encounter,EpisodeOfCare @DocumentReference
encounter=clinical-encounter reference encounter~Reference >Encounter,EpisodeOfCare @Composition,DeviceRequest,DiagnosticReport,Flag,List,NutritionOrder,Observation,Procedure,RiskAssessment,ServiceRequest,VisionPrescription
encounter=medications-encounter reference encounter~Reference >Encounter @MedicationRequest
endpoint reference endpoint~Reference >Endpoint @HealthcareService,InsurancePlan,Location,Organization,OrganizationAffiliation,PractitionerRole
endpoint reference endpoint~Reference series.endpoint~Reference >Endpoint @ImagingStudy
entered-date date enteredDate~dateTime @ChargeItem
enterer reference enterer~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @ChargeItem
enterer reference enterer~Reference >Practitioner,PractitionerRole @Claim,CoverageEligibilityRequest,ExplanationOfBenefit,MessageHeader
entity reference entity.what~Reference @AuditEvent,Provenance
entity-name string entity.name~string @AuditEvent
entity-role token entity.role~Coding @AuditEvent
entity-type token entity.type~Coding @AuditEvent
entry reference section.entry~Reference @Composition
episode-of-care reference episodeOfCare~Reference >EpisodeOfCare @Encounter
evaluated-resource reference evaluatedResource~Reference @MeasureReport
event token context.event~CodeableConcept @DocumentReference
event token eventCoding~Coding eventUri~uri @MessageDefinition,MessageHeader
event token event~CodeableConcept @AdverseEvent
event-date date occurrenceDateTime~dateTime occurrencePeriod~Period @DeviceRequest
evidence token evidence.code~CodeableConcept @Condition
evidence-detail reference evidence.detail~Reference @Condition
exclude token characteristic.exclude~boolean @Group
expansion uri expansion.identifier~uri @ValueSet
experimental token experimental~boolean @ImplementationGuide,StructureDefinition
expiration-date date batch.expirationDate~dateTime @Medication
expiry date instance.expiry~dateTime @Substance
ext-context token context.type~code|http://hl7.org/fhir/extension-context-type @StructureDefinition
facility reference facility~Reference >Location @Claim,CoverageEligibilityRequest,ExplanationOfBenefit
facility token context.facilityType~CodeableConcept @DocumentReference
family=individual-family string name.family~string @Patient,Practitioner
fhirversion token version~string @CapabilityStatement
finding-code token finding.itemCodeableConcept~CodeableConcept @ClinicalImpression
finding-ref reference finding.itemReference~Reference >Condition,Media,Observation @ClinicalImpression
focus reference focus~Reference @MessageHeader,Observation,Task
focus token focus.code~code|http://hl7.org/fhir/resource-types @MessageDefinition
focus token focus~CodeableConcept @ResearchStudy
form token form~CodeableConcept @Medication
format token content.format~Coding @DocumentReference
format token format~code|urn:ietf:bcp:13 @CapabilityStatement
formula token enteralFormula.baseFormulaType~CodeableConcept @NutritionOrder
gender=individual-gender token gender~code|http://hl7.org/fhir/administrative-gender @Patient,Person,Practitioner,RelatedPerson
general-practitioner reference generalPractitioner~Reference >Organization,Practitioner,PractitionerRole @Patient
given=individual-given string name.given~string @Patient,Practitioner
global reference global.profile~canonical >StructureDefinition @ImplementationGuide
goal reference goal~Reference >Goal @CarePlan
group-identifier token groupIdentifier~Identifier @CommunicationRequest,DeviceRequest,RequestGroup,Task
guide reference implementationGuide~canonical >ImplementationGuide @CapabilityStatement
has-member reference hasMember~Reference >MolecularSequence,Observation,QuestionnaireResponse @Observation
holder reference holder~Reference >Organization @MedicinalProductAuthorization
id-type token uniqueId.type~code|http://hl7.org/fhir/namingsystem-identifier-type @NamingSystem
identified date identifiedDateTime~dateTime identifiedPeriod~Period @DetectedIssue
identifier token identifier~Identifier @Account,ActivityDefinition,Appointment,AppointmentResponse,Basic,BodyStructure,Bundle,ChargeItem,ChargeItemDefinition,Claim,ClaimResponse,ClinicalImpression,Communication,CommunicationRequest,Contract,Coverage,CoverageEligibilityRequest,CoverageEligibilityResponse,Device,DeviceDefinition,DeviceMetric,DeviceUseStatement,EffectEvidenceSynthesis,Endpoint,EnrollmentRequest,EnrollmentResponse,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,ExplanationOfBenefit,Flag,Group,GuidanceResponse,HealthcareService,ImmunizationEvaluation,ImmunizationRecommendation,InsurancePlan,Invoice,Library,Location,Measure,MeasureReport,Media,Medication,MedicinalProduct,MedicinalProductAuthorization,MedicinalProductPackaged,MedicinalProductPharmaceutical,MolecularSequence,Organization,OrganizationAffiliation,Patient,PaymentNotice,PaymentReconciliation,Person,PlanDefinition,Practitioner,PractitionerRole,Questionnaire,QuestionnaireResponse,RelatedPerson,RequestGroup,ResearchDefinition,ResearchElementDefinition,ResearchStudy,ResearchSubject,RiskEvidenceSynthesis,Schedule,Slot,Specimen,SpecimenDefinition,Substance,Task,TestReport,TestScript
identifier=clinical-identifier token identifier~Identifier @AllergyIntolerance,CarePlan,CareTeam,Composition,Condition,Consent,DetectedIssue,DeviceRequest,DiagnosticReport,Encounter,EpisodeOfCare,FamilyMemberHistory,Goal,ImagingStudy,Immunization,List,MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement,NutritionOrder,Observation,Procedure,RiskAssessment,ServiceRequest,SupplyDelivery,SupplyRequest,VisionPrescription
identifier=clinical-identifier token masterIdentifier~Identifier identifier~Identifier @DocumentManifest,DocumentReference
identifier=conformance-identifier token identifier~Identifier @CodeSystem,ConceptMap,MessageDefinition,StructureDefinition,StructureMap,ValueSet
immunization-event reference immunizationEvent~Reference >Immunization @ImmunizationEvaluation
implicated reference implicated~Reference @DetectedIssue
incoming-referral reference referralRequest~Reference >ServiceRequest @EpisodeOfCare
individual reference individual~Reference >Patient @ResearchSubject
information reference recommendation.supportingPatientInformation~Reference @ImmunizationRecommendation
ingredient reference ingredient.itemReference~Reference >Medication,Substance @Medication
ingredient reference ingredient.itemReference~Reference >Substance @MedicationKnowledge
ingredient-code token ingredient.itemCodeableConcept~CodeableConcept @Medication,MedicationKnowledge
input-profile reference inputProfile~canonical >StructureDefinition @OperationDefinition
instance token instance~boolean @OperationDefinition
instance token series.instance.uid~id @ImagingStudy
instantiates uri instantiatesUri~uri @Contract
instantiates-canonical reference instantiatesCanonical~canonical @RequestGroup
instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,Measure,OperationDefinition,PlanDefinition,Questionnaire @CarePlan,Communication,FamilyMemberHistory,Procedure
instantiates-canonical reference instantiatesCanonical~canonical >ActivityDefinition,PlanDefinition @DeviceRequest,NutritionOrder,ServiceRequest
instantiates-uri uri instantiatesUri~uri @CarePlan,Communication,DeviceRequest,FamilyMemberHistory,NutritionOrder,Procedure,RequestGroup,ServiceRequest
insurance reference insurance~Reference >ClaimResponse,Coverage @DeviceRequest
insurer reference insurer~Reference >Organization @Claim,ClaimResponse,CoverageEligibilityResponse
intended-dispenser reference dispenseRequest.performer~Reference >Organization @MedicationRequest
intended-performer reference performer~Reference >CareTeam,Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @MedicationRequest
intended-performertype token performerType~CodeableConcept @MedicationRequest
intent token intent~code @Task
intent token intent~code|http://hl7.org/fhir/CodeSystem/medicationrequest-intent @MedicationRequest
intent token intent~code|http://hl7.org/fhir/request-intent @CarePlan,DeviceRequest,RequestGroup,ServiceRequest
interpreter reference interpreter~Reference >Practitioner,PractitionerRole @ImagingStudy
investigation reference investigation.item~Reference >DiagnosticReport,FamilyMemberHistory,ImagingStudy,Media,Observation,QuestionnaireResponse,RiskAssessment @ClinicalImpression
issued date issued~dateTime @Contract,TestReport
issued date issued~instant @DiagnosticReport
issuer reference issuer~Reference >Organization @Invoice
item reference content~Reference @DocumentManifest
item reference entry.item~Reference @List
item reference item.resource~Reference @Linkage
item-udi reference item.udi~Reference >Device @Claim,ExplanationOfBenefit
jurisdiction token jurisdiction~CodeableConcept @ActivityDefinition,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
jurisdiction=conformance-jurisdiction token jurisdiction~CodeableConcept @CapabilityStatement,CodeSystem,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
keyword token keyword~CodeableConcept @ResearchStudy
keyword token keyword~Coding @StructureDefinition
kind token kind~code|http://hl7.org/fhir/namingsystem-type @NamingSystem
kind token kind~code|http://hl7.org/fhir/operation-kind @OperationDefinition
kind token kind~code|http://hl7.org/fhir/structure-definition-kind @StructureDefinition
language token communication.language~CodeableConcept @Patient
language token concept.designation.language~code @CodeSystem
language token content.attachment.language~code @DocumentReference
last-date date lastOccurrence~dateTime @AllergyIntolerance
lifecycle-status token lifecycleStatus~code|http://hl7.org/fhir/goal-status @Goal
link reference link.other~Reference >Patient,RelatedPerson @Patient
link reference link.target~Reference >Patient,Person,Practitioner,RelatedPerson @Person
location reference actor~Reference >Location @AppointmentResponse
location reference location.location~Reference >Location @Encounter
location reference location~Reference >Location @AdverseEvent,Device,HealthcareService,Immunization,OrganizationAffiliation,PractitionerRole,Procedure,Provenance
location reference participant.actor~Reference >Location @Appointment
location token location~CodeableConcept @BodyStructure,ResearchStudy
location uri content.attachment.url~url @DocumentReference
location-period date location.period~Period @Encounter
lot-number string lotNumber~string @Immunization
lot-number token batch.lotNumber~string @Medication
managing-entity reference managingEntity~Reference >Organization,Practitioner,PractitionerRole,RelatedPerson @Group
manifestation token reaction.manifestation~CodeableConcept @AllergyIntolerance
manufacturer reference manufacturer~Reference >Organization @Immunization,Medication,MedicationKnowledge
manufacturer string manufacturer~string @Device
measure reference measure~canonical >Measure @MeasureReport
media reference media.link~Reference >Media @DiagnosticReport
medication=medications-medication reference medicationReference~Reference >Medication @MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement
medium token medium~CodeableConcept @Communication,CommunicationRequest
member reference member.entity~Reference >Device,Group,Medication,Patient,Practitioner,PractitionerRole,Substance @Group
method token method~CodeableConcept @Observation,RiskAssessment
modality token modality~CodeableConcept @Media
modality token series.modality~Coding @ImagingStudy
mode token rest.mode~code|http://hl7.org/fhir/restful-capability-mode @CapabilityStatement
model string modelNumber~string @Device
modified date lastModified~dateTime @Task
monitoring-program-name token monitoringProgram.name~string @MedicationKnowledge
monitoring-program-type token monitoringProgram.type~CodeableConcept @MedicationKnowledge
monograph reference monograph.source~Reference >DocumentReference,Media @MedicationKnowledge
monograph-type token monograph.type~CodeableConcept @MedicationKnowledge
morphology token morphology~CodeableConcept @BodyStructure
name string name.productName~string @MedicinalProduct
name string name~HumanName @Patient,Person,Practitioner,RelatedPerson
name string name~string @Account,ActivityDefinition,EffectEvidenceSynthesis,Endpoint,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,HealthcareService,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
name string name~string alias~string @Location,Organization
name=conformance-name string name~string @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
name-language token name.countryLanguage.language~CodeableConcept @MedicinalProduct
network reference network~Reference >Organization @OrganizationAffiliation
notes string note.text~markdown @List
occurrence date occurrenceDateTime~dateTime @CommunicationRequest
occurrence date occurrenceDateTime~dateTime occurrencePeriod~Period occurrenceTiming~Timing @ChargeItem,ServiceRequest
onset date reaction.onset~dateTime @AllergyIntolerance
onset-date date onsetDateTime~dateTime onsetPeriod~Period @Condition
onset-info string onsetString~string @Condition
operational-status token operationalStatus~Coding @Location
operator reference operator~Reference >CareTeam,Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Media
oraldiet token oralDiet.type~CodeableConcept @NutritionOrder
order-detail token orderDetail.text~string @ServiceRequest
organization reference managingOrganization~Reference >Organization @Endpoint,EpisodeOfCare,Location,Patient,Person
organization reference organization~Reference >Organization @Consent,PractitionerRole
organization reference owner~Reference >Organization @Device
organization reference providedBy~Reference >Organization @HealthcareService
other reference group.unmapped.url~canonical >ConceptMap @ConceptMap
outcome token outcome~code|http://hl7.org/fhir/audit-event-outcome @AuditEvent
outcome token outcome~code|http://hl7.org/fhir/remittance-outcome @ClaimResponse,CoverageEligibilityResponse,PaymentReconciliation
output-profile reference outputProfile~canonical >StructureDefinition @OperationDefinition
owned-by reference ownedBy~Reference >Organization @InsurancePlan
owner reference owner~Reference >CareTeam,Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Task
owner reference owner~Reference >Organization @Account
parent reference parentDevice~Reference >DeviceDefinition @DeviceDefinition
parent reference parent~Reference >Device @DeviceMetric
parent reference parent~Reference >Specimen @Specimen
parent reference parent~canonical >ActivityDefinition,PlanDefinition @MessageDefinition
part-of reference partOf~Reference @Communication
part-of reference partOf~Reference >CarePlan @CarePlan
part-of reference partOf~Reference >Encounter @Encounter
part-of reference partOf~Reference >ImagingStudy,Immunization,MedicationAdministration,MedicationDispense,MedicationStatement,Procedure @Observation
part-of reference partOf~Reference >MedicationAdministration,MedicationDispense,MedicationStatement,Observation,Procedure @MedicationStatement
part-of reference partOf~Reference >MedicationAdministration,Observation,Procedure @Procedure
part-of reference partOf~Reference >Observation,Procedure @QuestionnaireResponse
part-of reference partOf~Reference >Task @Task
part-status token participant.status~code|http://hl7.org/fhir/participationstatus @Appointment
part-status token participantStatus~code|http://hl7.org/fhir/participationstatus @AppointmentResponse
participant reference action.participant~Reference >Device,Patient,Practitioner,PractitionerRole,RelatedPerson @RequestGroup
participant reference participant.actor~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Invoice
participant reference participant.individual~Reference >Practitioner,PractitionerRole,RelatedPerson @Encounter
participant reference participant.member~Reference >CareTeam,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @CareTeam
participant uri participant.uri~uri @TestReport
participant-role token participant.role~CodeableConcept @Invoice
participant-type token participant.type~CodeableConcept @Encounter
participating-organization reference participatingOrganization~Reference >Organization @OrganizationAffiliation
partof reference partOf~Reference >Location @Location
partof reference partOf~Reference >Organization @Organization
partof reference partOf~Reference >ResearchStudy @ResearchStudy
path token snapshot.element.path~string differential.element.path~string @StructureDefinition
patient reference actor~Reference >Patient @AppointmentResponse
patient reference agent.who~Reference entity.what~Reference >Patient @AuditEvent
patient reference beneficiary~Reference >Patient @Coverage
patient reference candidate~Reference >Patient @EnrollmentRequest
patient reference for~Reference >Patient @Task
patient reference individual~Reference >Patient @ResearchSubject
patient reference link.target~Reference >Patient @Person
patient reference participant.actor~Reference >Patient @Appointment
patient reference patient~Reference >Patient @BodyStructure,Claim,ClaimResponse,CoverageEligibilityRequest,CoverageEligibilityResponse,Device,ExplanationOfBenefit,ImmunizationEvaluation,ImmunizationRecommendation,MolecularSequence,RelatedPerson
patient reference subject~Reference >Patient @Account,Basic,ChargeItem,Communication,CommunicationRequest,Contract,GuidanceResponse,Invoice,MeasureReport,Media,QuestionnaireResponse,RequestGroup,Specimen
patient reference target~Reference >Patient @Provenance
patient=clinical-patient reference patient~Reference >Patient @AllergyIntolerance,Consent,DetectedIssue,EpisodeOfCare,FamilyMemberHistory,Immunization,NutritionOrder,SupplyDelivery,VisionPrescription
patient=clinical-patient reference subject~Reference >Patient @CarePlan,CareTeam,ClinicalImpression,Composition,Condition,DeviceRequest,DeviceUseStatement,DiagnosticReport,DocumentManifest,DocumentReference,Encounter,Flag,Goal,ImagingStudy,List,MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement,Observation,Procedure,RiskAssessment,ServiceRequest
payee reference payee.party~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Claim,ExplanationOfBenefit
payload token channel.payload~code|urn:ietf:bcp:13 @Subscription
payload-type token payloadType~CodeableConcept @Endpoint
payment-date date payment.date~date @ClaimResponse
payment-issuer reference paymentIssuer~Reference >Organization @PaymentReconciliation
payment-status token paymentStatus~CodeableConcept @PaymentNotice
payor reference payor~Reference >Organization,Patient,RelatedPerson @Coverage
performer reference activity.detail.performer~Reference >CareTeam,Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @CarePlan
performer reference performer.actor~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @MedicationDispense,Procedure
performer reference performer.actor~Reference >Device,Patient,Practitioner,PractitionerRole,RelatedPerson @MedicationAdministration
performer reference performer.actor~Reference >Organization,Practitioner,PractitionerRole @Immunization
performer reference performer~Reference >CareTeam,Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @DeviceRequest,ServiceRequest
performer reference performer~Reference >CareTeam,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Observation
performer reference performer~Reference >CareTeam,Organization,Practitioner,PractitionerRole @DiagnosticReport
performer reference performer~Reference >Device,Practitioner,PractitionerRole @RiskAssessment
performer reference series.performer.actor~Reference >CareTeam,Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @ImagingStudy
performer token performerType~CodeableConcept @Task
performer-actor reference performer.actor~Reference >CareTeam,Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @ChargeItem
performer-function token performer.function~CodeableConcept @ChargeItem
performer-type token performerType~CodeableConcept @ServiceRequest
performing-organization reference performingOrganization~Reference >Organization @ChargeItem
period date context.period~Period @DocumentReference
period date event.period~Period @Composition
period date executionPeriod~Period @Task
period date period~Period @MeasureReport
period date provision.period~Period @Consent
period date servicePeriod~Period @Account
period date uniqueId.period~Period @NamingSystem
phone token telecom[system=phone]~ContactPoint @OrganizationAffiliation
phone=individual-phone token telecom[system=phone]~ContactPoint @Patient,Person,Practitioner,PractitionerRole,RelatedPerson
policy uri agent.policy~uri @AuditEvent
policy-holder reference policyHolder~Reference >Organization,Patient,RelatedPerson @Coverage
practitioner reference actor~Reference >Practitioner @AppointmentResponse
practitioner reference link.target~Reference >Practitioner @Person
practitioner reference participant.actor~Reference >Practitioner @Appointment
practitioner reference participant.individual~Reference >Practitioner @Encounter
practitioner reference practitioner~Reference >Practitioner @PractitionerRole
predecessor reference relatedArtifact[type=predecessor].resource~canonical @ActivityDefinition,EventDefinition,Evidence,EvidenceVariable,Library,Measure,PlanDefinition,ResearchDefinition,ResearchElementDefinition
prescriber reference prescriber~Reference >Practitioner,PractitionerRole @VisionPrescription
prescription=medications-prescription reference authorizingPrescription~Reference >MedicationRequest @MedicationDispense
previous reference previous~Reference >ClinicalImpression @ClinicalImpression
primary-organization reference organization~Reference >Organization @OrganizationAffiliation
principalinvestigator reference principalInvestigator~Reference >Practitioner,PractitionerRole @ResearchStudy
prior-request reference priorRequest~Reference @DeviceRequest
priority token priority~CodeableConcept @Claim
priority token priority~code|http://hl7.org/fhir/request-priority @CommunicationRequest,MedicationRequest,RequestGroup,ServiceRequest,Task
problem reference problem~Reference >AllergyIntolerance,Condition @ClinicalImpression
procedure-udi reference procedure.udi~Reference >Device @Claim,ExplanationOfBenefit
product uri group.element.target.product.property~uri @ConceptMap
program token program~CodeableConcept @HealthcareService
protocol reference protocol~Reference >PlanDefinition @ResearchStudy
provider reference orderer~Reference >Practitioner,PractitionerRole @NutritionOrder
provider reference provider~Reference >Organization,Practitioner,PractitionerRole @Claim,CoverageEligibilityRequest,ExplanationOfBenefit,PaymentNotice
publisher string publisher~string @ActivityDefinition,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
publisher=conformance-publisher string publisher~string @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
purpose token provision.purpose~Coding @Consent
questionnaire reference questionnaire~canonical >Questionnaire @QuestionnaireResponse
reaction reference reaction.detail~Reference >Observation @Immunization
reaction-date date reaction.date~dateTime @Immunization
reason token reasonCode~CodeableConcept @ImagingStudy
reason-code token reasonCode~CodeableConcept @Appointment,Encounter,Immunization,Procedure
reason-given token reasonCode~CodeableConcept @MedicationAdministration
reason-not-given token statusReason~CodeableConcept @MedicationAdministration
reason-reference reference reasonReference~Reference >Condition,DiagnosticReport,DocumentReference,Observation,Procedure @Procedure
reason-reference reference reasonReference~Reference >Condition,DiagnosticReport,Observation @Immunization
reason-reference reference reasonReference~Reference >Condition,ImmunizationRecommendation,Observation,Procedure @Appointment,Encounter
received date received~dateTime @Communication
receiver reference destination.receiver~Reference >Organization,Practitioner,PractitionerRole @MessageHeader
receiver reference receiver~Reference >Patient,Practitioner @MedicationDispense
receiver reference receiver~Reference >Practitioner,PractitionerRole @SupplyDelivery
recipient reference recipient~Reference >CareTeam,Device,Group,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Communication,CommunicationRequest
recipient reference recipient~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @DocumentManifest
recipient reference recipient~Reference >Organization,Patient,RelatedPerson @Invoice
recorded date recorded~instant @Provenance
recorded-date date recordedDate~dateTime @Condition
recorder reference recorder~Reference >Patient,Practitioner,PractitionerRole,RelatedPerson @AdverseEvent,AllergyIntolerance
reference uri compose.include.system~uri @ValueSet
referenceseqid token referenceSeq.referenceSeqId~CodeableConcept @MolecularSequence
referrer reference referrer~Reference >Practitioner,PractitionerRole @ImagingStudy
related reference context.related~Reference @DocumentReference
related-id token related.identifier~Identifier @DocumentManifest
related-id token relatesTo.targetIdentifier~Identifier @Composition
related-ref reference related.ref~Reference @DocumentManifest
related-ref reference relatesTo.targetReference~Reference >Composition @Composition
relatedperson reference link.target~Reference >RelatedPerson @Person
relatesto reference relatesTo.target~Reference >DocumentReference @DocumentReference
relation token relatesTo.code~code|http://hl7.org/fhir/document-relationship-type @DocumentReference
relationship token relationship~CodeableConcept @FamilyMemberHistory,RelatedPerson
replaces reference replaces~Reference >CarePlan @CarePlan
replaces reference replaces~Reference >CommunicationRequest @CommunicationRequest
replaces reference replaces~Reference >ServiceRequest @ServiceRequest
reporter reference reporter~Reference >Location,Organization,Practitioner,PractitionerRole @MeasureReport
request reference request~Reference @PaymentNotice
request reference request~Reference >Claim @ClaimResponse
request reference request~Reference >CoverageEligibilityRequest @CoverageEligibilityResponse
request reference request~Reference >EnrollmentRequest @EnrollmentResponse
request reference request~Reference >MedicationRequest @MedicationAdministration
request reference request~Reference >Task @PaymentReconciliation
request token requestIdentifier~Identifier @GuidanceResponse
requester reference requester~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @CommunicationRequest,MedicationRequest,ServiceRequest,SupplyRequest,Task
requester reference requester~Reference >Device,Organization,Practitioner,PractitionerRole @DeviceRequest
requesting-organization reference requestingOrganization~Reference >Organization @ChargeItem
requestor reference requestor~Reference >Organization,Practitioner,PractitionerRole @ClaimResponse,CoverageEligibilityResponse,PaymentReconciliation
requisition token requisition~Identifier @ServiceRequest
resource reference definition.resource.reference~Reference @ImplementationGuide
resource token resource.code~code|http://hl7.org/fhir/resource-types @CompartmentDefinition
resource token rest.resource.type~code|http://hl7.org/fhir/resource-types @CapabilityStatement
resource-profile reference rest.resource.profile~canonical >StructureDefinition @CapabilityStatement
response reference response~Reference @PaymentNotice
response-id token response.identifier~id @MessageHeader
responsible reference responsible~Reference >Organization,Practitioner,PractitionerRole @MessageHeader
responsible string responsible~string @NamingSystem
responsibleparty reference substitution.responsibleParty~Reference >Practitioner,PractitionerRole @MedicationDispense
result reference result~Reference >Observation @DiagnosticReport
result token result~code|http://hl7.org/fhir/report-result-codes @TestReport
resultingcondition reference resultingCondition~Reference >Condition @AdverseEvent
results-interpreter reference resultsInterpreter~Reference >CareTeam,Organization,Practitioner,PractitionerRole @DiagnosticReport
risk token prediction.qualitativeRisk~CodeableConcept @RiskAssessment
role token code~CodeableConcept @OrganizationAffiliation,PractitionerRole
route token reaction.exposureRoute~CodeableConcept @AllergyIntolerance
route token routeOfAdministration.code~CodeableConcept @MedicinalProductPharmaceutical
schedule reference schedule~Reference >Schedule @Slot
scope token scope~CodeableConcept @Consent
section token section.code~CodeableConcept @Composition
security-label token provision.securityLabel~Coding @Consent
security-label token securityLabel~CodeableConcept @DocumentReference
security-service token rest.security.service~CodeableConcept @CapabilityStatement
sender reference sender~Reference >Device,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Communication,CommunicationRequest
sender reference sender~Reference >Organization,Practitioner,PractitionerRole @MessageHeader
sent date sent~dateTime @Communication
series string protocolApplied.series~string @Immunization
series token series.uid~id @ImagingStudy
seriousness token seriousness~CodeableConcept @AdverseEvent
service reference healthcareService~Reference >HealthcareService @OrganizationAffiliation,PractitionerRole
service reference service~Reference >DiagnosticReport,ImagingStudy,Immunization,MedicationAdministration,MedicationDispense,Observation,Procedure,SupplyDelivery @ChargeItem
service-category token category~CodeableConcept @HealthcareService
service-category token serviceCategory~CodeableConcept @Appointment,Schedule,Slot
service-provider reference serviceProvider~Reference >Organization @Encounter
service-type token serviceType~CodeableConcept @Appointment,Schedule,Slot
service-type token type~CodeableConcept @HealthcareService
setting token context.practiceSetting~CodeableConcept @DocumentReference
severity token reaction.severity~code|http://hl7.org/fhir/reaction-event-severity @AllergyIntolerance
severity token severity~CodeableConcept @AdverseEvent,Condition
sex token sex~CodeableConcept @FamilyMemberHistory
signature-type token signature.type~Coding @Provenance
signer reference signer.party~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @Contract
site reference site~Reference >Location @ResearchStudy
site token bodySite~CodeableConcept @Media
site token source.site~string @AuditEvent
slot reference slot~Reference >Slot @Appointment
software string software.name~string @CapabilityStatement
source reference informationSource~Reference >Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @MedicationStatement
source reference item.resource~Reference @Linkage
source reference source.observer~Reference >Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @AuditEvent
source reference sourceCanonical~canonical >ValueSet @ConceptMap
source reference source~Reference >Device @DeviceMetric
source reference source~Reference >Device,Patient,Practitioner,PractitionerRole @List
source reference source~Reference >Patient,Practitioner,PractitionerRole,RelatedPerson @QuestionnaireResponse
source string source.name~string @MessageHeader
source uri source~uri @DocumentManifest
source-code token group.element.code~code @ConceptMap
source-cost token cost.source~string @MedicationKnowledge
source-reference reference sourceReference~Reference >Consent,Contract,DocumentReference,QuestionnaireResponse @Consent
source-system uri group.source~uri @ConceptMap
source-uri reference sourceUri~uri >ValueSet @ConceptMap
source-uri uri source.endpoint~url @MessageHeader
special-arrangement token hospitalization.specialArrangement~CodeableConcept @Encounter
specialty token specialty~CodeableConcept @Appointment,HealthcareService,OrganizationAffiliation,PractitionerRole,Schedule,Slot
specimen reference specimen~Reference >Specimen @DiagnosticReport,Observation,ServiceRequest
sponsor reference sponsor~Reference >Organization @ResearchStudy
stage token stage.summary~CodeableConcept @Condition
start date start~instant @Slot
start token start~code|http://hl7.org/fhir/resource-types @GraphDefinition
start-date date startDate~date @Goal
started date started~dateTime @ImagingStudy
status token recommendation.forecastStatus~CodeableConcept @ImmunizationRecommendation
status token status~CodeableConcept @MedicinalProductAuthorization
status token status~code|http://hl7.org/fhir/CodeSystem/medication-status @Medication
status token status~code|http://hl7.org/fhir/account-status @Account
status token status~code|http://hl7.org/fhir/appointmentstatus @Appointment
status token status~code|http://hl7.org/fhir/care-team-status @CareTeam
status token status~code|http://hl7.org/fhir/composition-status @Composition
status token status~code|http://hl7.org/fhir/consent-state-codes @Consent
status token status~code|http://hl7.org/fhir/contract-status @Contract
status token status~code|http://hl7.org/fhir/device-status @Device
status token status~code|http://hl7.org/fhir/diagnostic-report-status @DiagnosticReport
status token status~code|http://hl7.org/fhir/document-reference-status @DocumentManifest,DocumentReference
status token status~code|http://hl7.org/fhir/encounter-status @Encounter
status token status~code|http://hl7.org/fhir/endpoint-status @Endpoint
status token status~code|http://hl7.org/fhir/episode-of-care-status @EpisodeOfCare
status token status~code|http://hl7.org/fhir/event-status @ClinicalImpression,Communication,Immunization,Media,Procedure
status token status~code|http://hl7.org/fhir/explanationofbenefit-status @ExplanationOfBenefit
status token status~code|http://hl7.org/fhir/fm-status @Claim,ClaimResponse,Coverage,CoverageEligibilityRequest,CoverageEligibilityResponse,EnrollmentRequest,EnrollmentResponse,PaymentNotice,PaymentReconciliation,VisionPrescription
status token status~code|http://hl7.org/fhir/history-status @FamilyMemberHistory
status token status~code|http://hl7.org/fhir/imagingstudy-status @ImagingStudy
status token status~code|http://hl7.org/fhir/invoice-status @Invoice
status token status~code|http://hl7.org/fhir/list-status @List
status token status~code|http://hl7.org/fhir/location-status @Location
status token status~code|http://hl7.org/fhir/measure-report-status @MeasureReport
status token status~code|http://hl7.org/fhir/observation-status @DetectedIssue,Observation
status token status~code|http://hl7.org/fhir/publication-status @ActivityDefinition,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,InsurancePlan,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
status token status~code|http://hl7.org/fhir/questionnaire-answers-status @QuestionnaireResponse
status token status~code|http://hl7.org/fhir/request-status @CarePlan,CommunicationRequest,DeviceRequest,NutritionOrder,RequestGroup,ServiceRequest
status token status~code|http://hl7.org/fhir/research-study-status @ResearchStudy
status token status~code|http://hl7.org/fhir/research-subject-status @ResearchSubject
status token status~code|http://hl7.org/fhir/slotstatus @Slot
status token status~code|http://hl7.org/fhir/specimen-status @Specimen
status token status~code|http://hl7.org/fhir/subscription-status @Subscription
status token status~code|http://hl7.org/fhir/substance-status @Substance
status token status~code|http://hl7.org/fhir/supplydelivery-status @SupplyDelivery
status token status~code|http://hl7.org/fhir/supplyrequest-status @SupplyRequest
status token status~code|http://hl7.org/fhir/task-status @Task
status token status~code|http://terminology.hl7.org/CodeSystem/medication-admin-status @ImmunizationEvaluation
status token status~code|http://terminology.hl7.org/CodeSystem/medicationknowledge-status @MedicationKnowledge
status=conformance-status token status~code|http://hl7.org/fhir/publication-status @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
status=medications-status token status~code|http://hl7.org/fhir/CodeSystem/medication-statement-status @MedicationStatement
status=medications-status token status~code|http://hl7.org/fhir/CodeSystem/medicationrequest-status @MedicationRequest
status=medications-status token status~code|http://terminology.hl7.org/CodeSystem/medication-admin-status @MedicationAdministration
status=medications-status token status~code|http://terminology.hl7.org/CodeSystem/medicationdispense-status @MedicationDispense
status-reason token statusReason~CodeableConcept @Immunization
study reference study~Reference >ResearchStudy @AdverseEvent,ResearchSubject
subdetail-udi reference item.detail.subDetail.udi~Reference >Device @Claim,ExplanationOfBenefit
subject reference candidate~Reference >Patient @EnrollmentRequest
subject reference deliverTo~Reference >Location,Organization,Patient @SupplyRequest
subject reference for~Reference @Task
subject reference subject~Reference @Basic,Composition,Contract,QuestionnaireResponse
subject reference subject~Reference >CareTeam,Device,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson @MeasureReport
subject reference subject~Reference >Device,Group,Location,Patient @DeviceRequest,DiagnosticReport,List,Observation,ServiceRequest
subject reference subject~Reference >Device,Group,Location,Patient,Practitioner,PractitionerRole,Specimen @Media
subject reference subject~Reference >Device,Group,Location,Patient,Substance @Specimen
subject reference subject~Reference >Device,Group,Patient @ImagingStudy
subject reference subject~Reference >Device,Group,Patient,Practitioner @DocumentManifest,DocumentReference
subject reference subject~Reference >Device,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole @Account
subject reference subject~Reference >Group,Location,Medication,Organization,Patient,PlanDefinition,Practitioner,Procedure @Flag
subject reference subject~Reference >Group,Organization,Patient @Goal
subject reference subject~Reference >Group,Patient @CarePlan,CareTeam,ChargeItem,ClinicalImpression,Communication,CommunicationRequest,Condition,DeviceUseStatement,Encounter,GuidanceResponse,Invoice,MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement,Procedure,RequestGroup,RiskAssessment
subject reference subject~Reference >Group,Patient,Practitioner,RelatedPerson @AdverseEvent
subject reference subject~Reference >Medication,MedicinalProduct @MedicinalProductContraindication,MedicinalProductIndication,MedicinalProductUndesirableEffect
subject reference subject~Reference >Medication,MedicinalProduct,Substance @MedicinalProductInteraction
subject reference subject~Reference >MedicinalProduct @MedicinalProductPackaged
subject reference subject~Reference >MedicinalProduct,MedicinalProductPackaged @MedicinalProductAuthorization
subject-type token subjectType~code|http://hl7.org/fhir/resource-types @Questionnaire
subscriber reference subscriber~Reference >Patient,RelatedPerson @Coverage
substance reference suspectEntity.instance~Reference >Device,Immunization,Medication,MedicationAdministration,MedicationStatement,Procedure,Substance @AdverseEvent
substance-reference reference ingredient.substanceReference~Reference >Substance @Substance
subtype token subtype~Coding @AuditEvent
successor reference relatedArtifact[type=successor].resource~canonical @ActivityDefinition,EventDefinition,Evidence,EvidenceVariable,Library,Measure,PlanDefinition,ResearchDefinition,ResearchElementDefinition
supplement token supplement.type~CodeableConcept @NutritionOrder
supplements reference supplements~canonical >CodeSystem @CodeSystem
supplier reference supplier~Reference >HealthcareService,Organization @SupplyRequest
supplier reference supplier~Reference >Organization,Practitioner,PractitionerRole @SupplyDelivery
support reference recommendation.supportingImmunization~Reference >Immunization,ImmunizationEvaluation @ImmunizationRecommendation
supported-profile reference rest.resource.supportedProfile~canonical >StructureDefinition @CapabilityStatement
supporting-info reference supportingInformation~Reference @Appointment
supporting-info reference supportingInfo~Reference @ClinicalImpression
system token system~boolean @OperationDefinition
system uri url~uri @CodeSystem
target reference destination.target~Reference >Device @MessageHeader
target reference targetCanonical~canonical >ValueSet @ConceptMap
target reference target~Reference @Provenance,VerificationResult
target token target~code|http://hl7.org/fhir/resource-types @SearchParameter
target-code token group.element.target.code~code @ConceptMap
target-date date target.dueDate~date @Goal
target-disease token protocolApplied.targetDisease~CodeableConcept @Immunization
target-disease token recommendation.targetDisease~CodeableConcept @ImmunizationRecommendation
target-disease token targetDisease~CodeableConcept @ImmunizationEvaluation
target-species token routeOfAdministration.targetSpecies.code~CodeableConcept @MedicinalProductPharmaceutical
target-system uri group.target~uri @ConceptMap
target-uri reference targetUri~uri >ValueSet @ConceptMap
telecom token contact.telecom~ContactPoint @NamingSystem
telecom token telecom~ContactPoint @OrganizationAffiliation
telecom=individual-telecom token telecom~ContactPoint @Patient,Person,Practitioner,PractitionerRole,RelatedPerson
tester string tester~string @TestReport
testscript reference testScript~Reference >TestScript @TestReport
testscript-capability string metadata.capability.description~string @TestScript
timestamp date timestamp~instant @Bundle
title string title~string @ActivityDefinition,ChargeItemDefinition,Composition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,Library,List,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,ResearchStudy,RiskEvidenceSynthesis,TestScript
title=conformance-title string title~string @CapabilityStatement,CodeSystem,ConceptMap,ImplementationGuide,MessageDefinition,OperationDefinition,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
topic token topic~CodeableConcept @ActivityDefinition,EventDefinition,Evidence,EvidenceVariable,Library,Measure,PlanDefinition,ResearchDefinition,ResearchElementDefinition
type token channel.type~code|http://hl7.org/fhir/subscription-channel-type @Subscription
type token typeCollected~CodeableConcept @SpecimenDefinition
type token type~CodeableConcept @Account,Coverage,Device,DeviceDefinition,DeviceMetric,InsurancePlan,Invoice,Library,Location,Media,MedicationDispense,NamingSystem,Organization,PlanDefinition,Specimen
type token type~Coding @AuditEvent
type token type~boolean @OperationDefinition
type token type~code|http://hl7.org/fhir/bundle-type @Bundle
type token type~code|http://hl7.org/fhir/group-type @Group
type token type~code|http://hl7.org/fhir/search-param-type @SearchParameter
type token type~code|http://hl7.org/fhir/sequence-type @MolecularSequence
type uri type~uri @StructureDefinition
type=clinical-type token type~CodeableConcept @Composition,DocumentManifest,DocumentReference,Encounter,EpisodeOfCare
type=clinical-type token type~code|http://hl7.org/fhir/allergy-intolerance-type @AllergyIntolerance
udi-carrier string udiCarrier.carrierHRF~string @Device
udi-di string udiCarrier.deviceIdentifier~string @Device
url uri channel.endpoint~url @Subscription
url uri url~uri @ActivityDefinition,ChargeItemDefinition,Contract,Device,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
url=conformance-url uri url~uri @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
use token use~code|http://hl7.org/fhir/claim-use @Claim,ClaimResponse
vaccine-code token vaccineCode~CodeableConcept @Immunization
vaccine-type token recommendation.vaccineCode~CodeableConcept @ImmunizationRecommendation
value string uniqueId.value~string @NamingSystem
value token characteristic.valueCodeableConcept~CodeableConcept characteristic.valueBoolean~boolean @Group
value-concept token valueCodeableConcept~CodeableConcept @Observation
value-date date valueDateTime~dateTime valuePeriod~Period @Observation
value-string string valueString~string valueCodeableConcept.text~string @Observation
valueset reference snapshot.element.binding.valueSet~canonical >ValueSet @StructureDefinition
verification-status token verificationStatus~CodeableConcept @AllergyIntolerance,Condition
version token version~string @ActivityDefinition,ChargeItemDefinition,EffectEvidenceSynthesis,EventDefinition,Evidence,EvidenceVariable,ExampleScenario,Library,Measure,PlanDefinition,Questionnaire,ResearchDefinition,ResearchElementDefinition,RiskEvidenceSynthesis,TestScript
version=conformance-version token version~string @CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet
view token view~CodeableConcept @Media
when date occurredDateTime~dateTime @Provenance
whenhandedover date whenHandedOver~dateTime @MedicationDispense
whenprepared date whenPrepared~dateTime @MedicationDispense
`
