// Made once from the definitions of FHIR R4 4.0.1 (http://hl7.org/fhir/R4), which HL7 has put in
// the public domain (CC0 1.0): ElementDefinition.isSummary and .min. EvidenceVariable.characteristic was made mandatory by
// hand, as HL7 has it and an npm distribution of the definitions does not.

/**
 * One resource type, backbone element or data type per line, with its elements that are mandatory or part of its
 * summary: "!" marks a mandatory one, "-" one that is mandatory without being part of the summary, a final "*" a choice
 * of types (value[x]); ":" precedes the line for its content, if that is not the line of its path. A type without a
 * line is part of a summary as a whole.
 */
export const R4_SUMMARY = `
Account identifier !status type name subject servicePeriod coverage owner description
ActivityDefinition url identifier version name title !status experimental date publisher contact description useContext jurisdiction effectivePeriod kind code doNotPerform
AdverseEvent identifier !actuality category event !subject encounter date detected recordedDate resultingCondition location seriousness severity outcome recorder contributor suspectEntity subjectMedicalHistory referenceDocument study
AllergyIntolerance identifier clinicalStatus verificationStatus type category criticality code !patient asserter
Appointment identifier !status cancelationReason serviceCategory serviceType specialty appointmentType reasonCode start end !-participant
Appointment.participant type actor required !status
AppointmentResponse identifier !appointment participantType actor !participantStatus
Attachment contentType language url size hash title creation
AuditEvent !type subtype action !recorded outcome outcomeDesc purposeOfEvent !-agent !-source
AuditEvent.agent who !requestor
AuditEvent.source !observer
Basic identifier !code subject created author
Binary !contentType securityContext
BiologicallyDerivedProduct identifier
BodyStructure identifier active morphology location description !patient
Bundle identifier !type timestamp total link entry signature:Signature
CapabilityStatement url version name title !status experimental !date publisher contact useContext jurisdiction !kind instantiates imports software implementation !fhirVersion !format patchFormat implementationGuide rest messaging document
CapabilityStatement.document !mode !profile
CapabilityStatement.messaging supportedMessage
CapabilityStatement.rest !mode security resource operation:CapabilityStatement.rest.resource.operation
CapabilityStatement.rest.resource !type profile supportedProfile operation
CapabilityStatement.rest.resource.operation !name !definition
CapabilityStatement.rest.security cors service
CarePlan identifier instantiatesCanonical instantiatesUri basedOn replaces partOf !status !intent category title description !subject encounter period created author addresses
CareTeam identifier status category name subject encounter period managingOrganization
CatalogEntry identifier !orderable !referencedItem
ChargeItem identifier !status !code !subject context occurrence* quantity bodysite enterer enteredDate account
ChargeItemDefinition !url identifier version title derivedFromUri partOf replaces !status experimental date publisher contact description useContext jurisdiction effectivePeriod code
Claim !status !type !use !patient billablePeriod !created insurer !provider !priority !insurance
Claim.insurance !sequence !focal !coverage
ClaimResponse !status !type !use !patient !created !insurer request !outcome total
ClinicalImpression identifier !status code description !subject encounter effective* date assessor problem
CodeSystem url identifier version name title !status experimental date publisher contact useContext jurisdiction caseSensitive valueSet hierarchyMeaning compositional versionNeeded !content supplements count filter property
Communication identifier instantiatesCanonical instantiatesUri basedOn partOf !status statusReason priority subject encounter reasonCode reasonReference
CommunicationRequest identifier basedOn replaces groupIdentifier !status priority doNotPerform encounter occurrence* authoredOn requester sender reasonCode reasonReference
CompartmentDefinition !url version !name !status experimental date publisher contact useContext !code !search resource
CompartmentDefinition.resource !code param
Composition identifier !status !type category subject encounter !date !author !title confidentiality custodian event
ConceptMap url identifier version name title !status experimental date publisher contact useContext jurisdiction source* target*
Condition identifier clinicalStatus verificationStatus code bodySite !subject encounter onset* recordedDate recorder asserter
Consent identifier !status !scope !category patient dateTime performer organization source* policyRule verification provision
Consent.provision type period action securityLabel purpose class code dataPeriod data
Consent.verification !verified
Contract identifier version status issued applies subject name title type subType
Coverage identifier !status type policyHolder subscriber subscriberId !beneficiary dependent period !payor order network
CoverageEligibilityRequest !status !purpose !patient !created !insurer
CoverageEligibilityResponse !status !purpose !patient !created !request !outcome !insurer
DetectedIssue identifier !status code severity patient identified* author implicated
Device udiCarrier status safety
Device.udiCarrier deviceIdentifier carrierAIDC carrierHRF
DeviceDefinition safety parentDevice
DeviceMetric identifier !type unit source parent operationalStatus color !category measurementPeriod calibration
DeviceRequest identifier instantiatesCanonical instantiatesUri basedOn priorRequest groupIdentifier status !intent priority !code* !subject encounter occurrence* authoredOn requester performerType performer reasonCode reasonReference
DeviceUseStatement identifier basedOn !status !subject derivedFrom timing* recordedOn source !device reasonCode reasonReference bodySite
DiagnosticReport identifier !status category !code subject encounter effective* issued performer resultsInterpreter media
DiagnosticReport.media !link
DocumentManifest masterIdentifier identifier !status type subject author description !content
DocumentReference masterIdentifier identifier !status docStatus type category subject date author relatesTo description securityLabel !content context
DocumentReference.content !attachment:Attachment format
DocumentReference.context period
EffectEvidenceSynthesis url identifier version name title !status date publisher contact description useContext jurisdiction effectivePeriod !population !exposure !exposureAlternative !outcome effectEstimate
Encounter identifier !status !class type serviceType subject episodeOfCare participant appointment reasonCode reasonReference diagnosis
Encounter.diagnosis !condition
Encounter.participant type individual
Endpoint identifier !status !connectionType name managingOrganization period !payloadType payloadMimeType !address
EnrollmentRequest status
EnrollmentResponse status
EpisodeOfCare !status type diagnosis !patient managingOrganization period
EventDefinition url identifier version name title !status experimental date publisher contact useContext jurisdiction approvalDate lastReviewDate effectivePeriod !trigger
Evidence url identifier version name title !status date publisher contact description useContext jurisdiction effectivePeriod !exposureBackground exposureVariant outcome
EvidenceVariable url identifier version name title shortTitle !status date publisher contact description useContext jurisdiction effectivePeriod type !characteristic
ExampleScenario url identifier version name !status experimental date publisher contact useContext jurisdiction
ExplanationOfBenefit !status !type !use !patient billablePeriod !created !insurer !provider !outcome !insurance total
ExplanationOfBenefit.insurance !focal !coverage
FamilyMemberHistory identifier instantiatesCanonical instantiatesUri !status dataAbsentReason !patient date name !relationship sex age* estimatedAge deceased* reasonCode reasonReference
Flag identifier !status category !code !subject period encounter author
Goal !lifecycleStatus achievementStatus category priority !description !subject start* statusDate expressedBy
GraphDefinition url version !name !status experimental date publisher contact useContext jurisdiction !start
Group identifier active !type !actual code name quantity managingEntity
GuidanceResponse requestIdentifier identifier !module* !status
HealthcareService identifier active providedBy category type specialty location name comment photo:Attachment
ImagingStudy identifier !status modality !subject encounter started basedOn referrer interpreter endpoint numberOfSeries numberOfInstances procedureReference procedureCode location reasonCode reasonReference note description series
ImagingStudy.series !uid number !modality description numberOfInstances endpoint bodySite laterality specimen started performer
Immunization !status !vaccineCode !patient !occurrence* primarySource performer note isSubpotent
ImmunizationEvaluation !status !patient !targetDisease !immunizationEvent !doseStatus
ImmunizationRecommendation identifier !patient !date !recommendation
ImmunizationRecommendation.recommendation vaccineCode targetDisease contraindicatedVaccineCode !forecastStatus forecastReason doseNumber*
ImplementationGuide !url version !name title !status experimental date publisher contact useContext jurisdiction !packageId license !fhirVersion dependsOn global
InsurancePlan identifier status type name ownedBy administeredBy coverageArea
Invoice identifier !status type subject recipient date totalNet totalGross
Library url identifier version name title !status experimental !type date publisher contact description useContext jurisdiction effectivePeriod content:Attachment
Linkage active author !item
List !status !mode title code subject date source
Location identifier status operationalStatus name description mode type physicalType managingOrganization
Measure url identifier version name title !status experimental date publisher contact description useContext jurisdiction effectivePeriod disclaimer scoring compositeScoring type riskAdjustment rateAggregation rationale clinicalRecommendationStatement improvementNotation definition guidance
MeasureReport identifier !status !type !measure subject date reporter !period improvementNotation
Media identifier basedOn partOf !status type modality view subject encounter created* issued operator reasonCode bodySite deviceName device height width frames duration !content:Attachment
Medication identifier code status manufacturer amount
MedicationAdministration instantiates partOf !status !medication* !subject !effective* performer
MedicationAdministration.performer !actor
MedicationDispense !status !medication* subject whenPrepared
MedicationKnowledge code status manufacturer amount synonym
MedicationRequest !status !intent priority doNotPerform reported* !medication* !subject authoredOn requester performerType instantiatesCanonical instantiatesUri basedOn groupIdentifier
MedicationStatement identifier basedOn partOf !status category !medication* !subject context effective* dateAsserted
MedicinalProduct identifier type domain combinedPharmaceuticalDoseForm legalStatusOfSupply additionalMonitoringIndicator specialMeasures paediatricUseIndicator productClassification marketingStatus pharmaceuticalProduct packagedMedicinalProduct attachedDocument masterFile contact clinicalTrial !name crossReference manufacturingBusinessOperation specialDesignation
MedicinalProductAuthorization identifier subject country jurisdiction status statusDate restoreDate validityPeriod dataExclusivityPeriod dateOfFirstAuthorization internationalBirthDate legalBasis jurisdictionalAuthorization holder regulator procedure
MedicinalProductContraindication subject disease diseaseStatus comorbidity therapeuticIndication otherTherapy population
MedicinalProductIndication subject diseaseSymptomProcedure diseaseStatus comorbidity intendedEffect duration otherTherapy undesirableEffect population
MedicinalProductIngredient identifier !role allergenicIndicator manufacturer specifiedSubstance substance
MedicinalProductInteraction subject description interactant type effect incidence management
MedicinalProductManufactured !manufacturedDoseForm unitOfPresentation !quantity manufacturer ingredient physicalCharacteristics:ProdCharacteristic otherCharacteristics
MedicinalProductPackaged identifier subject description legalStatusOfSupply marketingStatus marketingAuthorization manufacturer batchIdentifier !packageItem
MedicinalProductPackaged.packageItem identifier !type !quantity material alternateMaterial device manufacturedItem packageItem:MedicinalProductPackaged.packageItem physicalCharacteristics:ProdCharacteristic otherCharacteristics shelfLifeStorage manufacturer
MedicinalProductPharmaceutical identifier !administrableDoseForm unitOfPresentation ingredient device characteristics !routeOfAdministration
MedicinalProductUndesirableEffect subject symptomConditionEffect classification frequencyOfOccurrence population
MessageDefinition url identifier version name title replaces !status experimental !date publisher contact description useContext jurisdiction purpose base parent !event* category focus
MessageDefinition.focus !code !min
MessageHeader !event* destination sender enterer author !source responsible reason response focus definition
MolecularSequence identifier type !coordinateSystem patient specimen device performer quantity referenceSeq variant observedSeq quality readCoverage repository pointer structureVariant
NamingSystem !name !status !kind !date publisher contact useContext jurisdiction !uniqueId
NamingSystem.uniqueId !type !value
NutritionOrder instantiatesCanonical instantiatesUri !status !intent !patient !dateTime orderer
Observation identifier basedOn partOf !status !code subject focus encounter effective* issued performer value* hasMember derivedFrom component
Observation.component !code value*
ObservationDefinition category !code identifier
OperationDefinition url version !name title !status !kind experimental date publisher contact useContext jurisdiction affectsState !code base resource !system !type !instance
OperationOutcome !issue
Organization identifier active type name partOf
OrganizationAffiliation identifier active period organization participatingOrganization network code specialty location telecom
Parameters parameter
Patient identifier active name telecom gender birthDate deceased* address managingOrganization link
PaymentNotice !status !created !payment !recipient !amount
PaymentReconciliation !status period !created paymentIssuer !paymentDate !paymentAmount
Person name telecom gender birthDate managingOrganization active
PlanDefinition url identifier version name title type !status experimental date publisher contact description useContext jurisdiction effectivePeriod
Practitioner identifier active name telecom address gender birthDate
PractitionerRole identifier active period practitioner organization code specialty location telecom
Procedure identifier instantiatesCanonical instantiatesUri basedOn partOf !status statusReason category code !subject encounter performed* recorder asserter performer location reasonCode reasonReference bodySite outcome
Procedure.performer function !actor
ProdCharacteristic height width depth weight nominalVolume externalDiameter shape color imprint image:Attachment scoring
Provenance !target !recorded !-agent
Provenance.agent type !who
Questionnaire url identifier version name title !status experimental subjectType date publisher contact useContext jurisdiction effectivePeriod code
QuestionnaireResponse identifier basedOn partOf questionnaire !status subject encounter authored author source
RelatedPerson identifier active !patient relationship name telecom gender birthDate address
RequestGroup identifier instantiatesCanonical instantiatesUri groupIdentifier !status !intent priority code
ResearchDefinition url identifier version name title !status experimental date publisher contact description useContext jurisdiction effectivePeriod !population exposure exposureAlternative outcome
ResearchElementDefinition url identifier version name title shortTitle !status experimental date publisher contact description useContext jurisdiction effectivePeriod !type !characteristic
ResearchElementDefinition.characteristic !definition*
ResearchStudy identifier title protocol partOf !status primaryPurposeType phase category focus condition contact keyword location enrollment period sponsor principalInvestigator site reasonStopped
ResearchSubject identifier !status period !study !individual
RiskAssessment identifier !status method code !subject encounter occurrence* condition performer
RiskEvidenceSynthesis url identifier version name title !status date publisher contact description useContext jurisdiction effectivePeriod !population exposure !outcome riskEstimate
SampledData !origin !period factor lowerLimit upperLimit !dimensions
Schedule identifier active serviceCategory serviceType specialty !actor planningHorizon
SearchParameter !url version !name !status experimental date publisher contact !description useContext jurisdiction !code !base !type
ServiceRequest identifier instantiatesCanonical instantiatesUri basedOn replaces requisition !status !intent category priority doNotPerform code orderDetail quantity* !subject encounter occurrence* asNeeded* authoredOn requester performerType performer locationCode locationReference reasonCode reasonReference specimen bodySite patientInstruction
Signature !type !when !who onBehalfOf
Slot identifier serviceCategory serviceType specialty appointmentType !schedule !status !start !end
Specimen identifier accessionIdentifier status type subject receivedTime condition
SpecimenDefinition identifier typeCollected patientPreparation timeAspect collection
StructureDefinition !url identifier version !name title !status experimental date publisher contact useContext jurisdiction keyword fhirVersion !kind !abstract context contextInvariant !type baseDefinition derivation
StructureMap !url identifier version !name title !status experimental date publisher contact useContext jurisdiction structure import !group
StructureMap.group !name extends !typeMode documentation !input !rule
StructureMap.group.input !name type !mode
StructureMap.group.rule !name !source target rule:StructureMap.group.rule dependent
StructureMap.structure !url !mode alias
Subscription !status contact end !reason !criteria error !channel
Substance identifier status category !code description instance ingredient
SubstanceNucleicAcid sequenceType numberOfSubunits areaOfHybridisation oligoNucleotideType subunit
SubstanceNucleicAcid.subunit subunit sequence length sequenceAttachment:Attachment fivePrime threePrime linkage sugar
SubstancePolymer class geometry copolymerConnectivity modification monomerSet repeat
SubstancePolymer.repeat numberOfUnits averageMolecularFormula repeatUnitAmountType repeatUnit
SubstancePolymer.repeat.repeatUnit orientationOfPolymerisation repeatUnit amount degreeOfPolymerisation structuralRepresentation
SubstancePolymer.repeat.repeatUnit.structuralRepresentation type representation attachment:Attachment
SubstanceProtein sequenceType numberOfSubunits disulfideLinkage subunit
SubstanceProtein.subunit subunit sequence length sequenceAttachment:Attachment nTerminalModificationId nTerminalModification cTerminalModificationId cTerminalModification
SubstanceReferenceInformation comment gene geneElement classification target
SubstanceSourceMaterial sourceMaterialClass sourceMaterialType sourceMaterialState organismId organismName parentSubstanceId parentSubstanceName countryOfOrigin geographicalLocation developmentStage fractionDescription organism partDescription
SubstanceSpecification identifier type status domain description source comment moiety property referenceInformation structure code name molecularWeight relationship nucleicAcid polymer protein sourceMaterial
SubstanceSpecification.structure stereochemistry opticalActivity molecularFormula molecularFormulaByMoiety isotope molecularWeight source representation
SubstanceSpecification.structure.representation type representation attachment:Attachment
SupplyDelivery basedOn partOf status occurrence*
SupplyRequest identifier status category priority !item* !quantity occurrence* authoredOn requester supplier
Task instantiatesCanonical instantiatesUri basedOn groupIdentifier partOf !status statusReason businessStatus !intent code description focus for encounter executionPeriod lastModified requester owner location
TerminologyCapabilities url version name title !status experimental !date publisher contact useContext jurisdiction copyright !kind software implementation lockedDate
TestReport identifier name !status !testScript !result score tester issued
TestScript !url identifier version !name title !status experimental date publisher contact useContext jurisdiction
ValueSet url identifier version name title !status experimental date publisher contact useContext jurisdiction immutable
VerificationResult target targetLocation need !status statusDate validationType validationProcess failureAction
VisionPrescription !status !created !patient !dateWritten !prescriber !lensSpecification
VisionPrescription.lensSpecification !product !eye
`
